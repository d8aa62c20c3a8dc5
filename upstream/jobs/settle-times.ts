import { type SqlBool, sql } from "kysely";
import { CLOCKS_APART } from "#runtime/clocks-apart";
import { HOUR } from "#runtime/time-units";
import { isoAgo, isoIn, type Services } from "#upstream/call/context";
import { transact } from "#upstream/db/transact";
import { bump, keysOf } from "#upstream/db/versions";
import { CLAIMED_FOR } from "#upstream/modules/admin/claim/claims";
import { CODES_LAST } from "#upstream/modules/sms/codes";
import { ASK_PAID_FOR } from "#upstream/modules/zhiku/order/sweep-orders";

/** Maximum milliseconds for which a failed mail is postponed. */
const LETTERS_WAIT = 12 * HOUR;

/** Paid after they were closed, and not refunded yet. */
const isLate = sql<SqlBool>`state = 'closed' and transaction_id is not null and refunded_at is null`;

type Used = Pick<Services, "db" | "clock" | "note">;

/**
 * Moves times back to now that were set while the clock ran ahead: purchased rights, payment queries, mails,
 * notifications, staff's claims. Codes that would be valid for too long are deleted.
 * @returns the number of changes
 */
export async function settleTimes({ db, clock }: Pick<Used, "db" | "clock">): Promise<number> {
  const now = clock().toISOString();
  const beyond = (milliseconds: number) => isoIn({ clock }, milliseconds + CLOCKS_APART);
  return transact(db, async (trx) => {
    const told = await trx
      .updateTable("news")
      .set({ visible_at: now })
      .where("visible_at", ">", beyond(0))
      // All others are seen or gone; these have an index.
      .where("hidden_at", "is", null)
      .where("read_at", "is", null)
      .returning("user_id")
      .execute();
    // Rights that began with their purchase begin now; rights that begin when another ends are not changed.
    const held = await trx
      .updateTable("zhiku_rights")
      .set({ from_at: now, created_at: now })
      .where("created_at", ">", beyond(0))
      .whereRef("from_at", "=", "created_at")
      .executeTakeFirst();
    await bump(trx, keysOf("news", [...new Set(told.map(({ user_id }) => user_id))]));
    const settlings = [
      // The orders that WeChat Pay is asked about, each kind by its index: pending, closed but paid, and lately paid.
      trx
        .updateTable("zhiku_orders")
        .set({ asked_at: now })
        .where("state", "=", sql.lit("pending" as const))
        .where("asked_at", ">", beyond(0)),
      trx.updateTable("zhiku_orders").set({ asked_at: now }).where(isLate).where("asked_at", ">", beyond(0)),
      trx
        .updateTable("zhiku_orders")
        .set({ asked_at: now })
        .where("state", "=", sql.lit("paid" as const))
        .where("transaction_id", "is not", null)
        .where("paid_at", ">", isoAgo({ clock }, ASK_PAID_FOR))
        .where("asked_at", ">", beyond(0)),
      trx.updateTable("zhiku_refunds").set({ asked_at: now }).where("asked_at", ">", beyond(0)),
      trx.updateTable("outside_turns").set({ next_at: now }).where("next_at", ">", beyond(LETTERS_WAIT)),
      trx.updateTable("outside_turns").set({ told_until: now }).where("told_until", ">", beyond(0)),
      trx.deleteFrom("claims").where("until_at", ">", beyond(CLAIMED_FOR)),
      trx.deleteFrom("sms_codes").where("expires_at", ">", beyond(CODES_LAST)),
    ];
    let settled = told.length + Number(held.numUpdatedRows);
    for (const one of settlings) {
      const { numAffectedRows = 0n } = await trx.executeQuery(one);
      settled += Number(numAffectedRows);
    }
    return settled;
  });
}

/** Creates a function that settles times on its first call, and whenever the clock is behind its last value. */
export function createTimeSettler(): (services: Used) => Promise<void> {
  let last = Number.POSITIVE_INFINITY;
  return async (services) => {
    const now = services.clock().getTime();
    const isBack = now < last - CLOCKS_APART;
    last = now;
    if (!isBack) return;
    const times = await settleTimes(services);
    if (times > 0) services.note("times_settled", { times });
  };
}
