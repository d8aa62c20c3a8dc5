import { MUTE_DAYS_MAX, type SanctionKind } from "#app/contract/moderation/sanction-kinds";
import { permissionsOf } from "#app/contract/permissions";
import { DAY } from "#runtime/time-units";
import { isoIn, nowIso, type StaffCall } from "#upstream/call/context";
import { BusinessError, found, invalid } from "#upstream/call/errors";
import { type Undos, undo, undoAlike } from "#upstream/call/undo";
import type { Db } from "#upstream/db/dialect";
import { notifyBySystem, takeBackMessage } from "#upstream/modules/notification/notify-by-system";
import { holdAccount } from "#upstream/policy/hold-account";
import type { Note } from "#upstream/policy/logged-write";
import { sanctionsInForce } from "#upstream/policy/sanctions";
import { staffWrite } from "#upstream/policy/staff-write";
import { refuseUntouchable } from "./rank";
import { refuseUnseenSanctions } from "./refuse-unseen";

type Imposed = {
  userId: number;
  kind: SanctionKind;
  days: number | null;
  reason: string;
  /** Whether it can be undone immediately; the member is notified after that. */
  undoable?: boolean;
  /** Ids of the sanctions in force that were seen; undefined if none were shown. */
  seenInForce?: readonly number[] | undefined;
  /** Whether a sanction that lasts longer is kept, and this one refused. */
  keepLonger?: boolean;
};

/** Sanctions in force before, as logged. In `After`, `message` is the key of the member's notification. */
type Before = { inForce: number[] };
type After = { id: number; kind: SanctionKind; userId: number; until: string | null; message: string | null };

/**
 * Sanctions a member, replacing an active sanction of the kind, and notifies them. A ban ends their sessions.
 * @throws BusinessError NOT_FOUND, FORBIDDEN for staff of the same or a higher rank, INVALID_PARAMS beyond the caller's
 * permission
 */
export async function impose(call: StaffCall, { userId, kind, days, reason, seenInForce }: Imposed) {
  refuseBeyond(call, { kind, days });
  return staffWrite(call, async (trx, note) => {
    const { before, after } = await imposeIn(trx, call, { userId, kind, days, reason, seenInForce });
    note({ action: `user.${kind}`, kind: "user", target: userId, before, after, reason });
    return { id: after.id, until: after.until };
  });
}

/** An imposed sanction, as logged. */
export type Imposition = { before: Before; after: After };

/**
 * Sanctions a member within an open transaction.
 * @throws BusinessError NOT_FOUND, FORBIDDEN like `impose`; CONFLICT if a longer sanction is to be kept, or one was not seen
 */
export async function imposeIn(
  trx: Db,
  call: StaffCall,
  { userId, kind, days, reason, undoable = false, keepLonger = false, seenInForce }: Imposed,
): Promise<Imposition> {
  const from_at = nowIso(call);
  const until_at = days === null ? null : isoIn(call, days * DAY);
  // Concurrent sanctions wait here.
  if (!(await holdAccount(trx, userId))) throw new BusinessError("NOT_FOUND");
  await refuseUntouchable(trx, call, userId);
  await refuseUnseenSanctions(trx, { userId, now: from_at, seen: seenInForce });
  const replaced = await inForceOf(trx, { userId, kind, now: from_at });
  if (keepLonger && replaced.some((one) => isBeyond(one, until_at))) {
    throw new BusinessError("CONFLICT", "已经有更久的处罚");
  }
  refuseReplacing(call, replaced);
  const inForce = replaced.map(({ id }) => id);
  await markLifted(trx, inForce, { at: from_at, by: call.viewer.userId });
  const row = { user_id: userId, kind, reason, from_at, until_at };
  const { id } = await trx
    .insertInto("sanctions")
    .values({ ...row, imposed_by: call.viewer.userId, lifted_at: null, lifted_by: null })
    .returning("id")
    .executeTakeFirstOrThrow();
  if (kind === "ban") await trx.deleteFrom("sessions").where("user_id", "=", userId).execute();
  const told = { kind: "sanctioned", sanction: kind, id, until: until_at, reason } as const;
  const message = await notifyBySystem(trx, { userId, message: told, at: from_at, undoable });
  return { before: { inForce }, after: { id, kind, userId, until: until_at, message } };
}

/**
 * Lets a moderator mute for some days; everything else requires the permission to ban.
 * @throws BusinessError FORBIDDEN, INVALID_PARAMS
 */
export function refuseBeyond({ viewer }: StaffCall, { kind, days }: Pick<Imposed, "kind" | "days">): void {
  if (permissionsOf(viewer.roles).has("user.ban")) return;
  if (kind !== "mute") throw new BusinessError("FORBIDDEN", "你的角色只能禁言；只读与封禁请站长来做");
  if (days === null || days > MUTE_DAYS_MAX) throw invalid({ days: `你的角色最多禁言 ${MUTE_DAYS_MAX} 天` });
}

/** Whether a sanction lasts longer than until a time; null for permanent. */
const isBeyond = ({ until_at: end }: { until_at: string | null }, until: string | null): boolean =>
  until !== null && (end === null || end > until);

/**
 * Refuses to replace a sanction longer than the caller may impose, which would end it early.
 * @throws BusinessError FORBIDDEN
 */
function refuseReplacing({ viewer, clock }: StaffCall, replaced: readonly { until_at: string | null }[]): void {
  if (permissionsOf(viewer.roles).has("user.ban")) return;
  const latest = isoIn({ clock }, MUTE_DAYS_MAX * DAY);
  if (replaced.some((one) => isBeyond(one, latest))) {
    throw new BusinessError("FORBIDDEN", `此人已被禁言超过 ${MUTE_DAYS_MAX} 天；要改，请站长来做`);
  }
}

const inForceOf = (trx: Db, { userId, kind, now }: { userId: number; kind: SanctionKind; now: string }) =>
  sanctionsInForce(trx, now)
    .select(["id", "until_at"])
    .where("user_id", "=", userId)
    .where("kind", "=", kind)
    .orderBy("id")
    .execute();

const markLifted = (trx: Db, ids: readonly number[], { at, by }: { at: string; by: number }) =>
  trx
    .updateTable("sanctions")
    .set({ lifted_at: at, lifted_by: by })
    .where("id", "in", ids.length ? ids : [0])
    .execute();

/**
 * Lifts a sanction early, and notifies the member.
 * @throws BusinessError NOT_FOUND, CONFLICT if it is not active any more, FORBIDDEN like `impose`
 */
export async function lift(call: StaffCall, { id, reason }: { id: number; reason: string }): Promise<null> {
  return staffWrite(call, async (trx, note) => {
    await liftAndTell(trx, call, { id, reason, note });
    return null;
  });
}

type Lifting = {
  reason: string;
  note: Note /** It can be undone immediately; the member is notified after that. */;
  undoable?: boolean;
};

async function liftAndTell(trx: Db, call: StaffCall, { id, reason, note, undoable = false }: Lifting & { id: number }) {
  const row = await liftIn(trx, call, id);
  const { user_id: userId, kind, lifted: at } = row;
  const told = { kind: "sanction-lifted", sanction: kind, reason } as const;
  const message = await notifyBySystem(trx, { userId, message: told, at, undoable });
  const before: After = { id, kind, userId, until: row.until_at, message: null };
  note({ action: "user.lift", kind: "user", target: userId, before, after: { id, lifted: at, message }, reason });
}

/**
 * Lifts all active sanctions of a member within an open transaction; it can be undone immediately, and the member is
 * notified after that.
 * @throws BusinessError NOT_FOUND, CONFLICT if there are none, or one was not seen, FORBIDDEN like `impose`
 */
export async function liftAllIn(
  trx: Db,
  call: StaffCall,
  { userId, seenInForce, ...lifting }: Lifting & Pick<Imposed, "userId" | "seenInForce">,
) {
  found(await trx.selectFrom("users").select("id").where("id", "=", userId).executeTakeFirst());
  await refuseUnseenSanctions(trx, { userId, now: nowIso(call), seen: seenInForce });
  const inForce = await sanctionsInForce(trx, nowIso(call))
    .select("id")
    .where("user_id", "=", userId)
    .orderBy("id")
    .execute();
  if (inForce.length === 0) throw new BusinessError("CONFLICT", "没有生效中的处罚");
  for (const { id } of inForce) await liftAndTell(trx, call, { ...lifting, id, undoable: true });
}

/** Lifts a sanction within an open transaction, without a notification. @throws BusinessError like `lift` */
export async function liftIn(trx: Db, call: StaffCall, id: number) {
  const lifted = nowIso(call);
  const row = found(await trx.selectFrom("sanctions").selectAll().where("id", "=", id).executeTakeFirst());
  await refuseUntouchable(trx, call, row.user_id);
  if (row.kind !== "mute") refuseBeyond(call, { kind: row.kind, days: null });
  const done = await trx
    .updateTable("sanctions")
    .set({ lifted_at: lifted, lifted_by: call.viewer.userId })
    .where("id", "in", sanctionsInForce(trx, lifted).select("id").where("id", "=", id))
    .returning("id")
    .executeTakeFirst();
  if (!done) throw new BusinessError("CONFLICT", "这项处罚已经结束了");
  return { ...row, lifted };
}

/**
 * Undoes a sanction: it is deleted or, if there is an appeal against it, lifted.
 * @throws BusinessError CONFLICT if it has ended or was changed, FORBIDDEN like `impose`
 */
export async function undoImposition(trx: Db, call: StaffCall, { before, after }: Imposition): Promise<void> {
  const { id, kind, userId, message } = after;
  await refuseUntouchable(trx, call, userId);
  refuseBeyond(call, { kind, days: 1 });
  const at = nowIso(call);
  const [now] = await inForceOf(trx, { userId, kind, now: at });
  if (now?.id !== id) throw new BusinessError("CONFLICT", "这项处罚已经结束或被改过，不能直接撤销");
  const appealed = trx.selectFrom("appeals").where("target_kind", "=", "sanction").where("target_id", "=", id);
  if (await appealed.select("id").executeTakeFirst()) await markLifted(trx, [id], { at, by: call.viewer.userId });
  else await trx.deleteFrom("sanctions").where("id", "=", id).execute();
  await trx
    .updateTable("sanctions")
    .set({ lifted_at: null, lifted_by: null })
    .where("id", "in", before.inForce.length ? before.inForce : [0])
    .execute();
  if (message !== null) await takeBackMessage(trx, userId, message);
}

/** Makes a lifted sanction active again. @throws BusinessError CONFLICT if there was another since */
export async function unliftIn(
  trx: Db,
  call: StaffCall,
  { id, userId, sanction: kind, lifted }: { id: number; userId: number; sanction: SanctionKind; lifted: string },
): Promise<void> {
  await refuseUntouchable(trx, call, userId);
  if (kind !== "mute") refuseBeyond(call, { kind, days: null });
  const changed = await inForceOf(trx, { userId, kind, now: nowIso(call) });
  const back = await trx
    .updateTable("sanctions")
    .set({ lifted_at: null, lifted_by: null })
    .where("id", "=", id)
    .where("lifted_at", "=", lifted)
    .returning("id")
    .executeTakeFirst();
  if (changed.length > 0 || !back) throw new BusinessError("CONFLICT", "之后又处罚过，不能直接撤销");
  if (kind === "ban") await trx.deleteFrom("sessions").where("user_id", "=", userId).execute();
}

/** Undos of sanctions, and of lifting them. */
export const SANCTION_UNDOS: Undos = {
  ...undoAlike(
    ["user.mute", "user.read-only", "user.ban"],
    undo<Before, After>((trx, call, row) => undoImposition(trx, call, row)),
  ),
  "user.lift": undo<After, { lifted: string; message: string | null }>(async (trx, call, { before, after }) => {
    const { id, kind, userId } = before;
    const { lifted, message } = after;
    await unliftIn(trx, call, { id, sanction: kind, userId, lifted });
    if (message !== null) await takeBackMessage(trx, userId, message);
  }),
};
