import { nowIso, type Services } from "#upstream/call/context";
import { BusinessError } from "#upstream/call/errors";
import { type Undos, undoDangerous } from "#upstream/call/undo";
import type { Db } from "#upstream/db/dialect";
import { takeBackMessage } from "#upstream/modules/notification/notify-by-system";
import { readTree } from "#upstream/modules/zhiku/category/tree";
import { moveUp, type RightTimes } from "#upstream/modules/zhiku/rights/move-up";
import { notifyAgainWithout } from "#upstream/modules/zhiku/rights/notify-ending";
import { holdAccount } from "#upstream/policy/hold-account";

/** Kind of rights in the log. */
export const RIGHT = "right";

/** Manually granted right, as logged; `message` is the key of the owner's notification. */
export type GrantedRight = RightTimes & { userId: number; categoryId: number | null; message: string | null };

/** Rights of one member that a revocation changed. */
type Changed = {
  userId: number;
  categoryId: number | null;
  rights: RightTimes[];
  /** Ids of all rights of the member at that time; of those to the category, in entries of earlier releases. */
  beside?: number[];
  message?: string | null;
};

/** All rights of a member: those to other categories may follow one, too. */
export const rightsBeside = (trx: Db, { userId }: Pick<Changed, "userId">) =>
  trx.selectFrom("zhiku_rights").select(["id", "from_at", "until_at"]).where("user_id", "=", userId).execute();

const isAs = (rows: readonly { id: number; from_at: string; until_at: string }[], { id, from, until }: RightTimes) =>
  rows.some((row) => row.id === id && row.from_at === from && row.until_at === until);

/** Length of a right in milliseconds: moved rights keep it, revoked ones don't. */
const lengthOf = ({ from, until }: Omit<RightTimes, "id">): number => Date.parse(until) - Date.parse(from);

/**
 * Undoes a grant, wherever the right was moved since. Rights that waited for its end move up, so that nobody waits for
 * days that are gone. @throws BusinessError CONFLICT if it was changed since
 */
async function undoGrant(trx: Db, call: Pick<Services, "clock">, right: GrantedRight): Promise<void> {
  const { id, userId, categoryId, message } = right;
  const row = (await rightsBeside(trx, right)).find((one) => one.id === id);
  if (!row || lengthOf({ from: row.from_at, until: row.until_at }) !== lengthOf(right)) {
    throw new BusinessError("CONFLICT", "其中有之后收回或改过的，不能直接撤销");
  }
  await trx.deleteFrom("zhiku_rights").where("id", "=", id).execute();
  const [tree, now] = [await readTree(trx), nowIso(call)];
  await notifyAgainWithout(trx, { ...row, user_id: userId, category_id: categoryId }, tree, now);
  await moveUp(trx, { userId, tree, now });
  if (message !== null) await takeBackMessage(trx, userId, message);
}

/** Undos of grants, imports and revocations of rights. */
export const RIGHT_UNDOS: Undos = {
  "right.grant": undoDangerous<null, GrantedRight>("right.grant", async (trx, call, { after: right }) => {
    await holdAccount(trx, right.userId);
    await undoGrant(trx, call, right);
  }),
  "right.import": undoDangerous<null, { rights: GrantedRight[] }>("right.grant", async (trx, call, { after }) => {
    for (const right of after.rights.toSorted((a, b) => a.userId - b.userId)) {
      await holdAccount(trx, right.userId);
      await undoGrant(trx, call, right);
    }
  }),
  "right.revoke": undoDangerous<Changed, Changed>("right.grant", async (trx, call, { before, after }) => {
    await holdAccount(trx, after.userId);
    const rows = await rightsBeside(trx, after);
    // A right granted since may overlap with the restored one.
    const since = rows.some(({ id }) => !after.beside?.includes(id));
    if (since || after.rights.some((right) => !isAs(rows, right))) {
      throw new BusinessError("CONFLICT", "之后又有了新的权益，或改过，不能直接撤销");
    }
    for (const { id, from, until } of before.rights) {
      await trx.updateTable("zhiku_rights").set({ from_at: from, until_at: until }).where("id", "=", id).execute();
    }
    // What they waited for may have ended since.
    await moveUp(trx, { userId: after.userId, tree: await readTree(trx), now: nowIso(call) });
    if (after.message) await takeBackMessage(trx, after.userId, after.message);
  }),
};
