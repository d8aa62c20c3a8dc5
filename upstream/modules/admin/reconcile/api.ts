import { adminReconcileApi, type Reconciliation } from "#app/contract/admin/zhiku/reconcile";
import type { StaffCall } from "#upstream/call/context";
import { BusinessError } from "#upstream/call/errors";
import { implement } from "#upstream/call/implement";
import { comparedOf, keepReconciliation, readinessOf, reconcileDay } from "#upstream/modules/zhiku/reconcile/reconcile";
import { staffWrite } from "#upstream/policy/staff-write";
import { PayError } from "#upstream/services/pay/pay";

const KIND = "reconcile";
const PAGE = 30;

export const adminReconcile = implement(adminReconcileApi, {
  async list({ query: { before } }, { db }) {
    let query = db.selectFrom("zhiku_reconciliations").selectAll();
    if (before) query = query.where("day", "<", before);
    const rows = await query
      .orderBy("day", "desc")
      .limit(PAGE + 1)
      .execute();
    const list = rows.slice(0, PAGE).map((row) => {
      const { day, comparedAt, differences, sums } = comparedOf(row);
      return { day, comparedAt, differences, sums };
    });
    return { list, more: rows.length > PAGE };
  },

  async get({ params: { day } }, call) {
    const row = await call.db
      .selectFrom("zhiku_reconciliations as r")
      .leftJoin("users as u", "u.id", "r.compared_by")
      .selectAll("r")
      .select("u.nickname")
      .where("r.day", "=", day)
      .executeTakeFirst();
    const by = row?.compared_by ?? null;
    const comparedBy = by === null ? null : { userId: by, nickname: row?.nickname ?? "" };
    return { readiness: readinessOf(call, day), result: row ? { ...comparedOf(row), comparedBy } : null };
  },

  compare: ({ body: { day } }, call) => compare(call, day),
});

const NOT_READY = {
  early: "微信支付在第二天 10:00 之前做好账单，请到那时再对",
  old: "微信支付只保留最近三个月的账单",
} as const;

/**
 * Compares a day.
 * @throws BusinessError CONFLICT for a day without a bill, PAY_FAILED if WeChat Pay does not return it
 */
async function compare(call: StaffCall, day: string): Promise<Reconciliation> {
  const { pay, viewer } = call;
  if (!pay) throw new BusinessError("PAY_FAILED", "本站没有开通在线支付，没有账可对");
  const readiness = readinessOf(call, day);
  if (readiness === "early" || readiness === "old") throw new BusinessError("CONFLICT", NOT_READY[readiness]);
  const compared = await reconcileDay(call, pay, day).catch((error: unknown) => {
    if (!(error instanceof PayError)) throw error;
    if (error.code === "STATEMENT_CREATING")
      throw new BusinessError("CONFLICT", "微信支付还在做这一天的账单，请过一会儿再对");
    call.note("reconcile_failed", { day, error: error.message });
    throw new BusinessError("PAY_FAILED", "微信支付暂时没有给出账单，请稍后再试");
  });
  const { differences, sums } = compared;
  return staffWrite(call, async (trx, note) => {
    await keepReconciliation(trx, compared, viewer.userId);
    note({ action: "reconcile.run", kind: KIND, target: day, before: null, after: { differences, ...sums.there } });
    const { nickname } = await trx
      .selectFrom("users")
      .select("nickname")
      .where("id", "=", viewer.userId)
      .executeTakeFirstOrThrow();
    return { ...compared, comparedBy: { userId: viewer.userId, nickname } };
  });
}
