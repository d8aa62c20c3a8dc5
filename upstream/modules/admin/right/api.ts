import type { z } from "zod";
import { adminRightApi, type RightLine } from "#app/contract/admin/zhiku/right";
import { GRANTED_MAX } from "#app/contract/admin/zhiku/right-sizes";
import { nowIso, type StaffCall } from "#upstream/call/context";
import { BusinessError, invalid } from "#upstream/call/errors";
import { type Handlers, implement } from "#upstream/call/implement";
import type { Db } from "#upstream/db/dialect";
import { limitPhoneSearch } from "#upstream/modules/admin/list/limit-phone-search";
import { notifyBySystem } from "#upstream/modules/notification/notify-by-system";
import { type CategoryTree, categoryRef, categoryTree } from "#upstream/modules/zhiku/category/tree";
import { endRight, grantRight, grantRightUntil } from "#upstream/modules/zhiku/rights/grant";
import { holdAccount } from "#upstream/policy/hold-account";
import { idempotent, type RecordOutcome } from "#upstream/policy/idempotent";
import { staffWrite } from "#upstream/policy/staff-write";
import { chinaDayStart } from "#upstream/text/china-time";
import { type Holder, holdersNamed, listStaffRights } from "./queries";
import { type ReadLine, readRightList } from "./read-list";
import { type GrantedRight, RIGHT, RIGHT_UNDOS, rightsBeside } from "./undo";

type RightToGrant = Omit<z.output<typeof adminRightApi.grant.body>, "idempotencyKey">;
type Granted = z.input<typeof adminRightApi.grant.data>;

/** Maximum lines named in a refusal. */
const WRONG_MAX = 5;

const handlers: Handlers<typeof adminRightApi> = {
  async list({ query }, call) {
    await limitPhoneSearch(call, query.member);
    return listStaffRights(call, query);
  },

  grant: ({ body }, call) =>
    idempotent(call, body, (wanted, record: RecordOutcome<Granted>) => grant(call, wanted, record)),

  revoke: ({ body: { ids, reason } }, call) =>
    revoke(
      call,
      [...new Set(ids)].sort((a, b) => a - b),
      reason,
    ),

  check: async ({ body: { text } }, call) => ({ lines: (await readRightList(call, text)).map(lineView) }),

  import: ({ body: { text, reason } }, call) => importList(call, text, reason),
};

export const adminRight = implement(adminRightApi, handlers, RIGHT_UNDOS);

const lineView = ({ right: _, ...line }: ReadLine): RightLine => line;

/** Grants rights. @throws BusinessError INVALID_PARAMS by field, for all of them together */
async function grant(call: StaffCall, wanted: RightToGrant, record: RecordOutcome<Granted>): Promise<Granted> {
  const { people, categoryId, days, reason } = wanted;
  const tree = await categoryTree(call);
  if (categoryId !== null && !tree.byId.has(categoryId)) throw new BusinessError("NOT_FOUND", "没有这个分类");
  const { holders, unknown } = await holdersNamed(call.db, people);
  if (unknown.length > 0) throw invalid({ people: `没有这些账号：${unknown.slice(0, 10).join("、")}` });
  if (holders.length === 0) throw invalid({ people: "请写发给谁" });
  if (holders.length > GRANTED_MAX) throw invalid({ people: `一次至多发给 ${GRANTED_MAX} 人` });
  const until = wanted.until === null ? null : chinaDayStart(wanted.until, 1);
  if (until !== null && until <= nowIso(call)) throw invalid({ until: "这一天已经过了" });
  return staffWrite(call, async (trx, note) => {
    const granted = [];
    // In a fixed order, so that two calls never deadlock.
    for (const holder of holders.toSorted((a, b) => a.id - b.id)) {
      const given =
        until === null
          ? await grantRight(trx, call, daysOf(holder, { categoryId, days }))
          : await grantRightUntil(trx, call, { userId: holder.id, categoryId, until });
      if (given === null) throw invalid({ until: `${holder.nickname} #${holder.id} 已经有到这一天，或更久的` });
      const right = await tellGranted(trx, call, tree, { ...given, holder, categoryId, reason });
      note({ action: "right.grant", kind: RIGHT, target: given.id, before: null, after: right, reason });
      granted.push({ ...given, userId: holder.id, nickname: holder.nickname });
    }
    await record(trx, { code: "SUCCESS", data: { granted } });
    return { granted };
  });
}

const daysOf = (holder: Holder, { categoryId, days }: Pick<RightToGrant, "categoryId" | "days">) =>
  ({ userId: holder.id, categoryId, days: days ?? 0, source: "operator", orderId: null }) as const;

type Given = { id: number; from: string; until: string; holder: Holder; categoryId: number | null; reason: string };

/** Notifies a member of a new right. @returns the right, as logged */
async function tellGranted(trx: Db, call: StaffCall, tree: CategoryTree, given: Given): Promise<GrantedRight> {
  const { id, from, until, holder, categoryId, reason } = given;
  const at = nowIso(call);
  const name = nameOf(tree, categoryId);
  const told = { kind: "right-granted", name, from: from > at ? from : null, until, reason } as const;
  const message = await notifyBySystem(trx, { userId: holder.id, message: told, at });
  return { id, userId: holder.id, categoryId, from, until, message };
}

const nameOf = (tree: CategoryTree, categoryId: number | null): string | null =>
  categoryId === null ? null : categoryRef(tree, categoryId).name;

/** Revokes rights. @throws BusinessError NOT_FOUND, CONFLICT if one has ended or was paid for; then none is revoked */
async function revoke(call: StaffCall, ids: readonly number[], reason: string): Promise<{ ended: number }> {
  const tree = await categoryTree(call);
  return staffWrite(call, async (trx, note) => {
    const owners = await trx.selectFrom("zhiku_rights").select("user_id").where("id", "in", ids).distinct().execute();
    for (const userId of owners.map(({ user_id }) => user_id).sort((a, b) => a - b)) await holdAccount(trx, userId);
    const at = nowIso(call);
    for (const id of ids) {
      const right = await trx
        .selectFrom("zhiku_rights as r")
        .leftJoin("zhiku_orders as o", "o.id", "r.order_id")
        .select(["r.id", "r.user_id", "r.category_id", "r.from_at", "r.until_at", "o.order_no", "o.amount"])
        .where("r.id", "=", id)
        .executeTakeFirst();
      if (!right) throw new BusinessError("NOT_FOUND", `没有第 ${id} 项权益`);
      if (right.until_at <= at) throw new BusinessError("CONFLICT", `第 ${id} 项权益已经结束了`);
      // A paid right belongs to its order: it ends with a refund.
      if ((right.amount ?? 0) > 0) {
        throw new BusinessError(
          "CONFLICT",
          `第 ${id} 项权益是付款买的，请到订单 ${right.order_no} 退款，到账后随之结束`,
        );
      }
      const { before, after } = await endRight(trx, call, right);
      const told = { kind: "right-revoked", name: nameOf(tree, right.category_id), reason } as const;
      const message = await notifyBySystem(trx, { userId: right.user_id, message: told, at });
      const of = { userId: right.user_id, categoryId: right.category_id };
      const beside = (await rightsBeside(trx, of)).map((one) => one.id);
      note({
        action: "right.revoke",
        kind: RIGHT,
        target: id,
        reason,
        before: { ...of, rights: before },
        after: { ...of, rights: after, beside, message },
      });
    }
    return { ended: ids.length };
  });
}

/** Imports a list. @throws BusinessError INVALID_PARAMS at `text` with the invalid lines */
async function importList(call: StaffCall, text: string, reason: string): Promise<{ granted: number; same: number }> {
  const tree = await categoryTree(call);
  const lines = await readRightList(call, text);
  const wrong = lines.filter(({ state }) => state === "wrong");
  if (wrong.length > 0) {
    const some = wrong.slice(0, WRONG_MAX).map(({ line, problem }) => `第 ${line} 行：${problem}`);
    throw invalid({ text: some.join("；") + (wrong.length > WRONG_MAX ? `；等 ${wrong.length} 行` : "") });
  }
  const rights = lines.flatMap(({ right }) => right ?? []);
  return staffWrite(call, async (trx, note) => {
    const granted: GrantedRight[] = [];
    for (const { holder, categoryId, until } of rights.toSorted((a, b) => a.holder.id - b.holder.id)) {
      const given = await grantRightUntil(trx, call, { userId: holder.id, categoryId, until });
      if (given) granted.push(await tellGranted(trx, call, tree, { ...given, holder, categoryId, reason }));
    }
    const target = `${granted.length} 项`;
    if (granted.length > 0) {
      note({ action: "right.import", kind: RIGHT, target, before: null, after: { rights: granted }, reason });
    }
    return { granted: granted.length, same: rights.length - granted.length };
  });
}
