import { adminProfileApi, type ProfileItem } from "#app/contract/admin/zhiku/profile";
import { nowIso, type StaffCall } from "#upstream/call/context";
import { BusinessError, found } from "#upstream/call/errors";
import { type Handlers, implement } from "#upstream/call/implement";
import { undo, undoAlike } from "#upstream/call/undo";
import type { Db } from "#upstream/db/dialect";
import { decideEach } from "#upstream/modules/admin/list/decide-each";
import { notifyBySystem, takeBackMessage } from "#upstream/modules/notification/notify-by-system";
import { reviewZhikuProfile } from "#upstream/modules/zhiku/profile/write";
import { staffWrite } from "#upstream/policy/staff-write";
import { countWaiting, listProfiles } from "./queries";

/** Decision on a profile, as logged: without its content, which its owner may want to delete. */
type Kept = { rejected: 0 | 1; reason: string; reviewedAt: string | null; updatedAt: string; message?: string | null };

const handlers: Handlers<typeof adminProfileApi> = {
  async list({ query }, { db }) {
    const { list, nextCursor } = await listProfiles(db, query);
    return { list, nextCursor, waiting: await countWaiting(db) };
  },

  review: ({ body: { items, rejected, reason } }, call) =>
    decideEach(items, (item) => decide(call, item, rejected ? { rejected, reason } : { rejected })),
};

type Verdict = { rejected: false } | { rejected: true; reason: string };

/** Locks the profile and decides. @throws BusinessError NOT_FOUND, CONFLICT if it was changed or reviewed since */
function decide(call: StaffCall, { userId, updatedAt, reviewedAt }: ProfileItem, verdict: Verdict): Promise<void> {
  return staffWrite(call, async (trx, note) => {
    const before = await lockVerdict(trx, userId);
    if (before.updatedAt !== updatedAt) throw new BusinessError("CONFLICT", "之后又改过了，请再看一遍");
    const reason = verdict.rejected ? verdict.reason : "";
    const decided = before.reviewedAt !== null && (before.rejected === 1) === verdict.rejected;
    // Submitted twice: no second notification.
    if (decided && before.reason === reason) return;
    if (reviewedAt !== undefined && reviewedAt !== before.reviewedAt)
      throw new BusinessError("CONFLICT", "同事已经审核过了，请再看一遍");
    await reviewZhikuProfile(trx, call, userId, verdict);
    const told = verdict.rejected
      ? ({ kind: "profile-rejected", reason } as const)
      : ({ kind: "profile-approved" } as const);
    const message = await notifyBySystem(trx, { userId, message: told, at: nowIso(call) });
    const after: Kept = { ...(await lockVerdict(trx, userId)), message };
    const action = verdict.rejected ? "profile.reject" : "profile.approve";
    note({ action, kind: "profile", target: userId, before, after, reason });
  });
}

/** Locks a profile until the transaction ends. @throws BusinessError NOT_FOUND */
async function lockVerdict(trx: Db, userId: number): Promise<Kept> {
  const row = await trx
    .updateTable("zhiku_profiles")
    .set((eb) => ({ rejected: eb.ref("rejected") }))
    .where("user_id", "=", userId)
    .returning(["rejected", "reject_reason", "reviewed_at", "updated_at"])
    .executeTakeFirst();
  const { rejected, reject_reason: reason, reviewed_at: reviewedAt, updated_at: updatedAt } = found(row);
  return { rejected, reason, reviewedAt, updatedAt };
}

const UNDOS = undoAlike(
  ["profile.approve", "profile.reject"],
  undo<Kept, Kept>(async (trx, _, { target, before, after }) => {
    const userId = Number(target);
    const now = await lockVerdict(trx, userId);
    const same = now.updatedAt === after.updatedAt && now.reviewedAt === after.reviewedAt;
    if (!same || now.rejected !== after.rejected || now.reason !== after.reason) {
      throw new BusinessError("CONFLICT", "之后又改过或又审核过，不能直接撤销");
    }
    await trx
      .updateTable("zhiku_profiles")
      .set({ rejected: before.rejected, reject_reason: before.reason, reviewed_at: before.reviewedAt })
      .where("user_id", "=", userId)
      .execute();
    if (after.message) await takeBackMessage(trx, userId, after.message);
  }),
);

export const adminProfile = implement(adminProfileApi, handlers, UNDOS);
