import type { RemovableContent } from "#app/contract/admin/content/content";
import type { ReportedPlace, SeenPlace } from "#app/contract/admin/review/report";
import { nowIso, type StaffCall } from "#upstream/call/context";
import { BusinessError } from "#upstream/call/errors";
import { type Undos, undo, undoAlike } from "#upstream/call/undo";
import { within } from "#upstream/call/within";
import type { Db } from "#upstream/db/dialect";
import { claimAgain, type EndedClaim, endClaim, refuseClaimed } from "#upstream/modules/admin/claim/claims";
import { removalStateOf } from "#upstream/modules/admin/content/remove";
import {
  type AuthorNotification,
  type Removed,
  removeAndNotify,
  undoRemoval,
} from "#upstream/modules/admin/content/remove-and-notify";
import { refuseChanged, refuseRewritten } from "#upstream/modules/admin/content/seen";
import { type Thing, thingsOf } from "#upstream/modules/admin/content/things";
import { notifyBySystem, takeBackMessage } from "#upstream/modules/notification/notify-by-system";
import { leftToOthers } from "#upstream/policy/staff-roles";
import { notedWrite } from "#upstream/policy/staff-write";
import { refuseUnreadReports } from "./seen";

/** Name of a reported item in claims. */
export const targetOf = ({ kind, id }: { kind: string; id: number }): string => `${kind}:${id}`;

/** Outcome of a decision for an item's reports, as logged. */
type Closed = {
  state: "upheld" | "dismissed";
  reports: number[];
  told: AuthorNotification[];
  claim?: EndedClaim | null;
};
type Decided = Closed & { removal?: Removed };

/** Log actions of decisions on reports. */
export const REPORT_DECISIONS = ["report.keep", "report.handled", "report.remove"] as const;

/**
 * Closes reports and leaves the item: nothing is wrong with it, or it was handled otherwise.
 * @returns its log entries
 */
export async function keepReported(
  call: StaffCall,
  place: SeenPlace,
  outcome: "keep" | "handled",
  reason: string,
): Promise<number[]> {
  const { log } = await notedWrite(call, async (trx, note) => {
    await refuseUnseen(trx, place);
    const after = await close(trx, call, place, outcome);
    const change = { kind: place.kind, target: place.id, before: { state: "open" }, after };
    note({ action: `report.${outcome}`, ...change, reason });
  });
  return log;
}

/** Removes a reported item, unless it is removed already. @returns its log entries @throws BusinessError */
export async function removeReported(call: StaffCall, place: SeenPlace, reason: string): Promise<number[]> {
  const { kind, id } = place;
  if (kind === "user") throw new BusinessError("INVALID_PARAMS", "用户不能移除，请到用户页处理");
  const written = await notedWrite(call, async (trx, note) => {
    await refuseUnseen(trx, place);
    const isRemoved = (await removalStateOf(trx, { kind, id })).removedAt !== null;
    const removal = isRemoved ? null : await removeAndNotify(trx, call, { kind, id }, reason);
    const closed = await close(trx, call, place, "remove");
    const before = { state: "open", ...(removal && { removal: removal.before }) };
    const after: Decided = { ...closed, ...(removal && { removal: removal.after }) };
    note({ action: "report.remove", kind, target: id, before, after, reason });
  });
  return written.log;
}

const thingOf = async (trx: Db, place: ReportedPlace): Promise<Thing | undefined> =>
  (await thingsOf(trx, [place])).get(`${place.kind}/${place.id}`);

/** Refuses an item that was changed, removed or restored since it was seen. @throws BusinessError CONFLICT */
async function refuseUnseen(trx: Db, place: SeenPlace): Promise<void> {
  const thing = await thingOf(trx, place);
  if (thing) refuseChanged(thing, place.version);
}

/**
 * Closes all open reports of an item, and notifies their senders after the undo period.
 * @throws BusinessError FORBIDDEN for one's own text, unless nobody else could decide; CONFLICT if none is open, or some
 * were not seen
 */
async function close(
  trx: Db,
  call: StaffCall,
  place: SeenPlace,
  outcome: "keep" | "remove" | "handled",
): Promise<Closed> {
  const thing = await thingOf(trx, place);
  // Its author may have changed it until it was removed.
  if (thing) refuseRewritten(thing, place.version);
  if (thing?.author_user_id === call.viewer.userId && (await leftToOthers(within(call, trx), ["report.decide"]))) {
    throw new BusinessError("FORBIDDEN", "关于自己的举报要由另一位同事处理");
  }
  await refuseClaimed(trx, call, { queue: "report", target: targetOf(place) });
  const claim = await endClaim(trx, { queue: "report", target: targetOf(place) });
  const state = outcome === "keep" ? "dismissed" : "upheld";
  const at = nowIso(call);
  const reports = await trx
    .updateTable("reports")
    .set({ state, decided_at: at, decided_by: call.viewer.userId })
    .where("target_kind", "=", place.kind)
    .where("target_id", "=", place.id)
    .where("state", "=", "open")
    .returning(["id", "reporter_id", "reason", "detail", "created_at"])
    .execute();
  if (reports.length === 0) throw new BusinessError("CONFLICT", "已经有人处理过了");
  await refuseUnreadReports(trx, reports, place.version);
  const name = place.kind === "user" ? "" : (thing?.name ?? "");
  const message = { kind: "report-decided", reported: place.kind, id: place.id, name, outcome } as const;
  const told: AuthorNotification[] = [];
  for (const { reporter_id: userId } of reports) {
    const key = await notifyBySystem(trx, { userId, message, at, undoable: true });
    if (key !== null) told.push({ userId, key });
  }
  return { state, reports: reports.map(({ id }) => id), told, claim };
}

/** Reopens reports. @throws BusinessError CONFLICT if one of them was sent again since */
async function reopen(
  trx: Db,
  call: StaffCall,
  place: { kind: string; id: number },
  { state, reports, told, claim }: Closed,
): Promise<void> {
  const back = await trx
    .updateTable("reports")
    .set({ state: "open", decided_at: null, decided_by: null })
    .where("id", "in", reports)
    .where("state", "=", state)
    .returning("id")
    .execute();
  if (back.length !== reports.length) throw new BusinessError("CONFLICT", "之后又有人举报过，不能直接撤销");
  for (const { userId, key } of told) await takeBackMessage(trx, userId, key);
  await claimAgain(trx, call, { queue: "report", target: targetOf(place) }, claim);
}

/** Undos of decisions on reports. */
export const REPORT_UNDOS: Undos = {
  ...undoAlike(
    ["report.keep", "report.handled"],
    undo<unknown, Closed>((trx, call, { kind, target, after }) =>
      reopen(trx, call, { kind, id: Number(target) }, after),
    ),
  ),
  "report.remove": undo<unknown, Decided, RemovableContent["kind"]>(
    async (trx, call, { kind, target, after, ownAtOnce }) => {
      const { removal, ...closed } = after;
      const place = { kind, id: Number(target) };
      if (removal) await undoRemoval(trx, call, { place, removed: removal, ownAtOnce });
      await reopen(trx, call, place, closed);
    },
  ),
};
