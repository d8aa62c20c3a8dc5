import type { z } from "zod";
import type { RemovableContent } from "#app/contract/admin/content/content";
import type { adminUserApi } from "#app/contract/admin/user/user";
import { type KindWith, kindsWith } from "#app/contract/kinds";
import { SECOND } from "#runtime/time-units";
import { nowIso, type StaffCall } from "#upstream/call/context";
import { found } from "#upstream/call/errors";
import type { Db } from "#upstream/db/dialect";
import { STORED } from "#upstream/db/stored-kinds";
import { countSessions } from "#upstream/modules/account/sessions";
import { deletionsOver } from "#upstream/modules/admin/content/deletions-above";
import { removalStateOf, removeThing, underDeletions } from "#upstream/modules/admin/content/remove";
import { undoRemoval } from "#upstream/modules/admin/content/remove-and-notify";
import { idsBy } from "#upstream/modules/content/ids-by";
import { spamReason } from "#upstream/modules/house-rule/reason";
import { changeReview } from "#upstream/modules/review/change";
import { sanctionsInForce } from "#upstream/policy/sanctions";
import { onlyTried, staffWrite } from "#upstream/policy/staff-write";
import { refuseUntouchable } from "./rank";
import { type Imposition, imposeIn, undoImposition } from "./sanction";
import { type Reaction, reactionsOf, setReactionAgain, takeBackReaction } from "./take-back-reactions";

/** Maximum texts and reactions per transaction, which blocks all writers. */
const AT_ONCE = 300;
/** Milliseconds after which a transaction takes no further reactions, and no further texts: it may not take 8 s. */
const TIME_MAX = { reactions: 1.5 * SECOND, texts: 3 * SECOND };
type Written = KindWith<"owned">;
/** Kinds of members' texts, children before their parents. */
const KINDS: readonly Written[] = kindsWith("owned").toReversed();

type Asked = z.output<typeof adminUserApi.purge.body>;
type Text = { kind: Written; id: number };
/** A text waiting for review, before the purge. */
type Held = { id: number; version: number; decidedAt: string | null; decidedBy?: number | null };

/** Changes of a purge, as logged; older entries lack what was not purged then. */
export type Purged = {
  userId?: number;
  texts: (Text & { removedAt: string | null })[];
  held: Held[];
  /** Undecided reports by the member, and when they were dismissed. */
  reports?: { ids: number[]; at: string };
  reactions?: Reaction[];
  ban: Imposition | null;
};

/**
 * Bans a member permanently, ends their sessions, dismisses their reports, refuses their waiting texts, and removes as
 * many of their reactions and texts, as spam, as there is time for; `left` counts the others, which the next call removes.
 * @throws BusinessError NOT_FOUND, FORBIDDEN for staff of the same or a higher rank
 */
export async function purge(given: StaffCall, { userId, reason, dryRun }: Asked) {
  const call = onlyTried(given, dryRun);
  // Not within the transaction, for whose end it would wait on SQLite.
  const why = await spamReason(call);
  return staffWrite(call, async (trx, note) => {
    const began = performance.now();
    found(await trx.selectFrom("users").select("id").where("id", "=", userId).executeTakeFirst());
    await refuseUntouchable(trx, call, userId);
    const written = await textsOf(trx, userId);
    const reactions = await reactionsOf(trx, userId);
    const of = (kind: Written) => written.filter((text) => text.kind === kind).length;
    const counted = {
      texts: Object.fromEntries(kindsWith("owned").map((kind) => [kind, of(kind)])) as Record<Written, number>,
      held: (await waitingOf(trx, userId).select("id").execute()).length,
      reports: (await openReportsOf(trx, userId).select("id").execute()).length,
      reactions: reactions.length,
      sessions: await countSessions(trx, call, userId),
    };
    if (call.client.dryRun) return { ...counted, left: written.length + reactions.length };
    const within = (milliseconds: number) => performance.now() - began < milliseconds;
    const taken: Reaction[] = [];
    // Before the texts are removed, since they may be on the spammer's own.
    for (const reaction of reactions.slice(0, AT_ONCE)) {
      if (taken.length > 0 && !within(TIME_MAX.reactions)) break;
      await takeBackReaction(trx, call, userId, reaction);
      taken.push(reaction);
    }
    const texts: Purged["texts"] = [];
    for (const text of written.slice(0, AT_ONCE)) {
      if (texts.length > 0 && !within(TIME_MAX.texts)) break;
      await removeThing(trx, call, text, { by: call.viewer.userId, reason: why });
      texts.push({ ...text, removedAt: (await removalStateOf(trx, text)).removedAt });
    }
    // There is always time for the rest, so that the spammer writes nothing more.
    const reports = await dismissReports(trx, call, userId);
    const held = await refuseHeld(trx, call, userId, why);
    const ban = await banForGood(trx, call, { userId, reason });
    const after: Purged = { userId, texts, reports, reactions: taken, held, ban };
    const left = written.length - texts.length + reactions.length - taken.length;
    const touched = texts.length + held.length + taken.length + reports.ids.length;
    if (touched > 0 || ban) {
      note({ action: "user.purge", kind: "user", target: userId, before: { ...counted.texts }, after, reason });
    }
    return { ...counted, left };
  });
}

/** All texts of a member that staff have not removed, including deleted ones, in order of removal. */
async function textsOf(trx: Db, userId: number): Promise<Text[]> {
  const texts: Text[] = [];
  for (const kind of KINDS) {
    const rows = await trx
      .selectFrom(STORED[kind].table)
      .select("id")
      .where("id", "in", idsBy(kind, userId))
      .where("removed_at", "is", null)
      .orderBy("id", "desc")
      .execute();
    texts.push(...rows.map(({ id }) => ({ kind, id })));
  }
  return texts;
}

const waitingOf = (trx: Db, userId: number) =>
  trx.selectFrom("reviews").where("author_id", "=", userId).where("state", "=", "waiting");

async function refuseHeld(trx: Db, call: StaffCall, userId: number, reason: string): Promise<Held[]> {
  const rows = await waitingOf(trx, userId)
    .select(["id", "version", "decided_at", "decided_by"])
    .orderBy("id")
    .execute();
  for (const row of rows) {
    const { id, version } = row;
    const by = call.viewer.userId;
    await changeReview(trx, { id, version }, { state: "refused", decided_at: nowIso(call), decided_by: by, reason });
  }
  return rows.map(({ id, version, decided_at, decided_by }) => ({
    id,
    version,
    decidedAt: decided_at,
    decidedBy: decided_by,
  }));
}

const openReportsOf = (trx: Db, userId: number) =>
  trx.selectFrom("reports").where("reporter_id", "=", userId).where("state", "=", "open");

/** Reports by a spammer need no review. */
async function dismissReports(trx: Db, call: StaffCall, userId: number): Promise<{ ids: number[]; at: string }> {
  const at = nowIso(call);
  const rows = await trx
    .updateTable("reports")
    .set({ state: "dismissed", decided_at: at, decided_by: call.viewer.userId })
    .where("reporter_id", "=", userId)
    .where("state", "=", "open")
    .returning("id")
    .execute();
  return { ids: rows.map(({ id }) => id), at };
}

/** Bans a member permanently; null if they already are, or the account is closed: then only sessions are ended. */
async function banForGood(
  trx: Db,
  call: StaffCall,
  { userId, reason }: { userId: number; reason: string },
): Promise<Imposition | null> {
  const banned = await sanctionsInForce(trx, nowIso(call))
    .select("id")
    .where("user_id", "=", userId)
    .where("kind", "=", "ban")
    .where("until_at", "is", null)
    .executeTakeFirst();
  const row = await trx.selectFrom("users").select("deleted_at").where("id", "=", userId).executeTakeFirst();
  if (!banned && row?.deleted_at === null) return imposeIn(trx, call, { userId, kind: "ban", days: null, reason });
  await trx.deleteFrom("sessions").where("user_id", "=", userId).execute();
  return null;
}

/** Undoes a purge; what was restored or decided again since is not changed. */
export async function undoPurge(trx: Db, call: StaffCall, purged: Purged): Promise<void> {
  const { userId, texts, held, reports, reactions = [], ban } = purged;
  for (const { removedAt, ...text } of texts.toReversed()) await putBack(trx, call, text, removedAt);
  for (const { id, version, decidedAt, decidedBy = null } of held) {
    await trx
      .updateTable("reviews")
      .set({ state: "waiting", decided_at: decidedAt, decided_by: decidedBy, reason: "", version })
      .where("id", "=", id)
      .where("state", "=", "refused")
      .where("version", "=", version + 1)
      .execute();
  }
  if (reports?.ids.length) {
    await trx
      .updateTable("reports")
      .set({ state: "open", decided_at: null, decided_by: null })
      .where("id", "in", reports.ids)
      .where("decided_at", "=", reports.at)
      .execute();
  }
  if (userId !== undefined) for (const one of reactions) await setReactionAgain(trx, call, userId, one);
  if (ban && (await isInForce(trx, call, ban.after.id))) await undoImposition(trx, call, ban);
}

/** Restores a text if this purge removed it; below something that is off the site, it is restored with that. */
async function putBack(trx: Db, call: StaffCall, place: RemovableContent, removedAt: string | null): Promise<void> {
  const row = await trx
    .selectFrom(STORED[place.kind].table)
    .select("removed_at")
    .where("id", "=", place.id)
    .executeTakeFirst();
  if (!row || row.removed_at === null || row.removed_at !== removedAt) return;
  const removed = { ...(await removalStateOf(trx, place)), told: [] };
  await underDeletions(trx, call, await deletionsOver(trx, place), () => undoRemoval(trx, call, { place, removed }));
}

const isInForce = async (trx: Db, call: StaffCall, id: number): Promise<boolean> =>
  (await sanctionsInForce(trx, nowIso(call)).select("id").where("id", "=", id).executeTakeFirst()) !== undefined;
