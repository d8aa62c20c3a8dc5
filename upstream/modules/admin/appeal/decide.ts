import type { RemovableContent } from "#app/contract/admin/content/content";
import type { SanctionKind } from "#app/contract/moderation/sanction-kinds";
import { nowIso, type StaffCall } from "#upstream/call/context";
import { BusinessError, found } from "#upstream/call/errors";
import { type Undos, undo } from "#upstream/call/undo";
import type { Db } from "#upstream/db/dialect";
import { endClaim, refuseClaimed } from "#upstream/modules/admin/claim/claims";
import { putThingBack, removalStateOf, removeThing } from "#upstream/modules/admin/content/remove";
import type { AuthorNotification } from "#upstream/modules/admin/content/remove-and-notify";
import { liftIn, unliftIn } from "#upstream/modules/admin/user/sanction";
import type { AppealRow } from "#upstream/modules/appeal/queries";
import { sortView } from "#upstream/modules/appeal/view";
import { notifyBySystem, takeBackMessage } from "#upstream/modules/notification/notify-by-system";
import { prepareReleaseAfterAll } from "#upstream/modules/review/decide";
import { findHeld, type ReviewRow } from "#upstream/modules/review/queries";
import { unpublish } from "#upstream/modules/review/unpublish";
import { holdAccount } from "#upstream/policy/hold-account";
import type { Note } from "#upstream/policy/logged-write";
import { staffWrite } from "#upstream/policy/staff-write";
import { requireDecider } from "./deciders";
import { findListed } from "./queries";

const KIND = "appeal";

/** Changes that undid a decision, as logged. */
type Undone =
  | { kind: "review"; publishedId: number; held: Held }
  | { kind: "content"; removedBy: number | null; reason: string; reports: number[] }
  | { kind: "sanction"; userId: number; sanction: SanctionKind; lifted: string };

/** A refused text before the decision. */
type Held = Pick<ReviewRow, "kind" | "version" | "reason" | "decided_by" | "target_id">;

/**
 * Outcome of an appeal, as logged; `alone` if whoever made the decision also decided on the appeal, because nobody else
 * could.
 */
type Answered = {
  state: "granted" | "kept";
  about: { kind: AppealRow["target_kind"]; id: number };
  at: string;
  decisionAt: string;
  alone: boolean;
  told: AuthorNotification[];
  undone: Undone | null;
};

type Asked = { id: number; action: "grant" | "keep"; note: string };

/**
 * Undoes the decision that an appeal is about, or keeps it, and notifies its author with the reason.
 * @throws BusinessError NOT_FOUND; FORBIDDEN if the caller may not decide on it; CONFLICT if it is already decided, or
 * there is nothing left to decide
 */
export async function decideAppeal(call: StaffCall, { id, action, note }: Asked): Promise<null> {
  // Preparing a text for publication is slow, so it is done before the transaction.
  const asked = await findListed(call.db, id, nowIso(call));
  const release =
    action === "grant" && asked.target_kind === "review" && asked.stands ? await releaseOf(call, asked) : null;
  return staffWrite(call, async (trx, log) => {
    const row = await lockOpen(trx, call, id);
    const alone = await requireDecider(trx, call, row);
    await refuseClaimed(trx, call, { queue: KIND, target: id });
    await endClaim(trx, { queue: KIND, target: id });
    const at = nowIso(call);
    const undone = action === "grant" ? await undoDecision(trx, call, row, release) : null;
    const state = action === "grant" ? "granted" : "kept";
    const told = await tell(trx, row, { state, answer: note, at });
    await trx
      .updateTable("appeals")
      .set({ state, answer: note, answered_at: at, answered_by: call.viewer.userId })
      .where("id", "=", id)
      .execute();
    const about = { kind: row.target_kind, id: row.target_id };
    const after: Answered = { state, about, at, decisionAt: row.decision_at, alone, told, undone };
    noteDecision(log, { action, row, after, note });
    return null;
  });
}

type Release = { held: Held; write(trx: Db): Promise<number> };

async function releaseOf(call: StaffCall, { target_id }: AppealRow): Promise<Release> {
  const { id, version } = await findHeld(call.db, target_id);
  const { row, write } = await prepareReleaseAfterAll(call, { id, version, by: call.viewer.userId });
  const { kind, reason, decided_by, target_id: changed } = row;
  return { held: { kind, version, reason, decided_by, target_id: changed }, write };
}

/** Locks an open appeal. @throws BusinessError CONFLICT, with a message about its outcome */
async function lockOpen(trx: Db, call: StaffCall, id: number): Promise<AppealRow> {
  // Concurrent deciders wait here.
  await trx
    .updateTable("appeals")
    .set((eb) => ({ id: eb.ref("id") }))
    .where("id", "=", id)
    .execute();
  const { stands, ...row } = await findListed(trx, id, nowIso(call));
  if (row.state !== "open") {
    const became = row.state === "granted" ? "撤销了原来的处理" : "维持了原来的处理";
    throw new BusinessError("CONFLICT", `${row.answerer ?? "同事"}已经处理过了：${became}`);
  }
  if (!stands) throw new BusinessError("CONFLICT", "原来的处理已经不在了，没有要复核的");
  return row;
}

/** Logs the decision, with a note if whoever made the first decision decided again. */
function noteDecision(
  log: Note,
  { action, row, after, note }: { action: Asked["action"]; row: AppealRow; after: Answered; note: string },
): void {
  const words = [after.alone ? "没有别的同事能复核，由作出决定的人自己复核" : "", note].filter(Boolean).join("。");
  const before = { state: "open" };
  log({ action: `appeal.${action}`, kind: KIND, target: row.id, before, after, reason: words });
}

async function undoDecision(trx: Db, call: StaffCall, row: AppealRow, release: Release | null): Promise<Undone> {
  const { target_kind: kind, target_id: id } = row;
  if (kind === "sanction") {
    const { user_id: userId, kind: sanction, lifted } = await liftIn(trx, call, id);
    return { kind: "sanction", userId, sanction, lifted };
  }
  if (kind === "review") {
    const { held, write } = found(release);
    await holdAccount(trx, row.user_id);
    return { kind: "review", publishedId: await write(trx), held };
  }
  const { removedBy, reason } = await removalStateOf(trx, { kind, id });
  await putThingBack(trx, call, { kind, id });
  return { kind: "content", removedBy, reason, reports: await dismissReports(trx, row) };
}

/** Reports that were upheld when the text was removed are dismissed after all. */
async function dismissReports(trx: Db, { target_kind, target_id, decision_at }: AppealRow): Promise<number[]> {
  const rows = await trx
    .updateTable("reports")
    .set({ state: "dismissed" })
    .where("target_kind", "=", target_kind as RemovableContent["kind"])
    .where("target_id", "=", target_id)
    .where("state", "=", "upheld")
    .where("decided_at", ">=", decision_at)
    .returning("id")
    .execute();
  return rows.map(({ id }) => id);
}

async function tell(
  trx: Db,
  { user_id: userId, target_kind, target_id, sort, name }: AppealRow,
  { state, answer, at }: { state: "granted" | "kept"; answer: string; at: string },
): Promise<AuthorNotification[]> {
  const what = { ...sortView(sort), name };
  const message = { kind: `appeal-${state}`, what, path: `/appeal/${target_kind}/${target_id}`, answer } as const;
  const key = await notifyBySystem(trx, { userId, message, at });
  return key === null ? [] : [{ userId, key }];
}

/** Reopens an appeal. @throws BusinessError CONFLICT if it was decided again */
async function reopen(trx: Db, id: number, { state, at, told }: Answered): Promise<void> {
  const back = await trx
    .updateTable("appeals")
    .set({ state: "open", answer: "", answered_at: null, answered_by: null })
    .where("id", "=", id)
    .where("state", "=", state)
    .where("answered_at", "=", at)
    .returning("id")
    .executeTakeFirst();
  if (!back) throw new BusinessError("CONFLICT", "之后又处理过，不能直接撤销");
  for (const { userId, key } of told) await takeBackMessage(trx, userId, key);
}

/** Restores what an appeal had undone. @throws BusinessError CONFLICT if something changed since */
async function decideAsBefore(
  trx: Db,
  call: StaffCall,
  { about: { kind, id }, decisionAt }: Answered,
  undone: Undone,
): Promise<void> {
  if (undone.kind === "sanction") return unliftIn(trx, call, { id, ...undone });
  if (undone.kind === "review") return refuseAsBefore(trx, call, { id, decisionAt, ...undone });
  if (kind === "review" || kind === "sanction") throw new BusinessError("CONFLICT");
  const place = { kind, id };
  const { deletedAt } = await removalStateOf(trx, place);
  if (deletedAt !== null) throw new BusinessError("CONFLICT", "之后又删除或移除过，不能直接撤销");
  const then = { ...call, clock: () => new Date(decisionAt) };
  await removeThing(trx, then, place, { by: undone.removedBy ?? call.viewer.userId, reason: undone.reason });
  if (undone.reports.length > 0) {
    await trx.updateTable("reports").set({ state: "upheld" }).where("id", "in", undone.reports).execute();
  }
}

async function refuseAsBefore(
  trx: Db,
  call: StaffCall,
  { id, decisionAt, publishedId, held }: { id: number; decisionAt: string; publishedId: number; held: Held },
): Promise<void> {
  const { kind, version, reason, decided_by, target_id } = held;
  if (target_id !== null) throw new BusinessError("CONFLICT", "这是对已公开内容的修改，不能直接撤销；可以移除它");
  await unpublish(trx, call, kind, publishedId);
  await trx
    .updateTable("reviews")
    .set({ state: "refused", version, reason, decided_by, decided_at: decisionAt, published_id: null })
    .where("id", "=", id)
    .execute();
}

/** Undos of decisions on appeals. */
export const APPEAL_UNDOS: Undos = {
  "appeal.keep": undo<unknown, Answered>((trx, _, { target, after }) => reopen(trx, Number(target), after)),
  "appeal.grant": undo<unknown, Answered>(async (trx, call, { target, after }) => {
    if (after.undone) await decideAsBefore(trx, call, after, after.undone);
    await reopen(trx, Number(target), after);
  }),
};
