import { RECONCILE_LINES_MAX, type ReconcileReadiness, type Reconciliation } from "#app/contract/admin/zhiku/reconcile";
import { HOUR } from "#runtime/time-units";
import { nowIso, type Services } from "#upstream/call/context";
import type { Db } from "#upstream/db/dialect";
import { transact } from "#upstream/db/transact";
import { type Pay, PayError } from "#upstream/services/pay/pay";
import { chinaDayStart, chinaTime } from "#upstream/text/china-time";
import { compareDay } from "./compare";
import { readSiteRecords } from "./read-site-records";

/** Time after the end of a day at which WeChat Pay's bill is available. */
const READY_AFTER = 10 * HOUR;
const MONTHS_KEPT = 3;

/** A stored reconciliation of a day, without who made it. */
export type Compared = Omit<Reconciliation, "comparedBy">;

/** Whether WeChat Pay has a bill of this day in China. */
export function readinessOf({ pay, clock }: Pick<Services, "pay" | "clock">, day: string): ReconcileReadiness {
  if (!pay) return "off";
  const end = chinaDayStart(day, 1);
  const now = clock();
  if (now.getTime() < Date.parse(end) + READY_AFTER) return "early";
  const oldest = new Date(now);
  oldest.setUTCMonth(oldest.getUTCMonth() - MONTHS_KEPT);
  return end <= oldest.toISOString() ? "old" : "ready";
}

/** Yesterday in China. */
export const yesterdayOf = ({ clock }: Pick<Services, "clock">): string =>
  chinaTime(new Date(Date.parse(chinaDayStart(chinaTime(clock()).slice(0, 10))) - HOUR)).slice(0, 10);

/** Compares WeChat Pay's bills of a day with our rows. @throws PayError */
export async function reconcileDay(services: Pick<Services, "db" | "clock">, pay: Pay, day: string): Promise<Compared> {
  const [bill, funds] = await Promise.all([pay.tradeBill(day), pay.fundBill(day)]);
  const { sums, lines } = compareDay(bill, await readSiteRecords(services.db, day, bill));
  return {
    day,
    comparedAt: nowIso(services),
    sums,
    funds,
    differences: lines.length,
    lines: lines.slice(0, RECONCILE_LINES_MAX),
  };
}

/**
 * Reconciles yesterday once its bill is available, unless done; scheduled, so that differences are found before
 * somebody looks.
 */
export async function reconcileYesterday(services: Services): Promise<void> {
  const { db, pay, note } = services;
  const day = yesterdayOf(services);
  if (!pay || readinessOf(services, day) !== "ready") return;
  const known = db.selectFrom("zhiku_reconciliations").select("day").where("day", "=", day);
  if (await known.executeTakeFirst()) return;
  try {
    const compared = await reconcileDay(services, pay, day);
    await transact(db, (trx) => keepReconciliation(trx, compared, null));
    if (compared.differences > 0) note("reconcile_differs", { day, differences: compared.differences });
  } catch (error) {
    if (!(error instanceof PayError)) throw error;
    note("reconcile_failed", { day, error: error.message });
  }
}

/** Stores a reconciliation, replacing the day's previous one. */
export async function keepReconciliation(trx: Db, compared: Compared, by: number | null): Promise<void> {
  const { day, comparedAt, differences, ...found } = compared;
  const row = { compared_at: comparedAt, compared_by: by, differences, result: JSON.stringify(found) };
  await trx
    .insertInto("zhiku_reconciliations")
    .values({ day, ...row })
    .onConflict((conflict) => conflict.column("day").doUpdateSet(row))
    .execute();
}

type Kept = Pick<Compared, "sums" | "funds" | "lines">;
type Row = { day: string; compared_at: string; differences: number; result: string };

/** Maps a stored reconciliation. */
export function comparedOf({ day, compared_at, differences, result }: Row): Compared {
  return { day, comparedAt: compared_at, differences: Number(differences), ...(JSON.parse(result) as Kept) };
}
