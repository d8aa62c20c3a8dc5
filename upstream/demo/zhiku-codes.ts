import type { Services } from "#upstream/call/context";
import type { Db } from "#upstream/db/dialect";
import { transact } from "#upstream/db/transact";
import { hashCode } from "#upstream/modules/zhiku/order/redeem-code";
import { grantRight } from "#upstream/modules/zhiku/rights/grant";
import { shifted } from "./demo-time";
import type { People } from "./people";

/** Batches by purpose; days before (or after) now. */
const BATCHES = [
  { note: "春季读者活动", count: 20, made: -90, expires: -30, used: 6, voided: 0 },
  { note: "赠给讲师", count: 24, made: -20, expires: 160, used: 3, voided: 2 },
] as const;

/**
 * Creates redeem codes in each state, as the finance staff. They are the same in every fill, so they are no secret:
 * `/_dev/pay` shows one to try.
 */
export async function writeCodes(services: Services, people: People): Promise<void> {
  const readers = [...people.authors.values()].slice(8);
  await transact(services.db, async (trx) => {
    const staff = trx.selectFrom("staff").select("user_id").where("role", "=", "finance");
    const maker = await staff.executeTakeFirst();
    const offer = await trx.selectFrom("zhiku_offers").selectAll().orderBy("position", "desc").executeTakeFirst();
    if (!maker || !offer) return;
    for (const { note, count, made, expires, used, voided } of BATCHES) {
      const at = (days: number) => shifted(services.clock(), days);
      const expires_at = at(expires);
      const batch = { offer_id: offer.id, count, expires_at, note, created_by: maker.user_id, created_at: at(made) };
      const { id } = await trx.insertInto("zhiku_code_batches").values(batch).returning("id").executeTakeFirstOrThrow();
      for (let number = 1; number <= count; number += 1) {
        const tail = `${id}${String(number).padStart(3, "0")}`;
        const [reader] = number <= used ? readers.splice(0, 1) : [];
        const used_at = at(made + number);
        const order = reader === undefined ? null : await redeemed(trx, offer, { reader, no: `DEMO${tail}`, used_at });
        await trx
          .insertInto("zhiku_redeem_codes")
          .values({
            code_hash: hashCode(`DEMO-0000-0000-${tail}`),
            offer_id: offer.id,
            expires_at,
            batch_id: id,
            number,
            tail,
            voided_at: number > count - voided ? at(made + 1) : null,
            ...(reader === undefined ? {} : { used_by: reader, used_at, order_id: order }),
          })
          .execute();
      }
    }
  });
}

type Offer = { id: number; name: string; category_id: number | null; days: number };
type Use = { reader: number; no: string; used_at: string };

/** Creates an order paid by a code, with its right. */
async function redeemed(trx: Db, offer: Offer, { reader, no, used_at }: Use): Promise<number> {
  const { id: offer_id, name: offer_name, category_id, days } = offer;
  const bought = { user_id: reader, offer_id, offer_name, category_id, days, amount: 0 };
  const { id } = await trx
    .insertInto("zhiku_orders")
    .values({
      ...bought,
      order_no: no,
      channel: "redeem",
      state: "paid",
      request_id: null,
      created_at: used_at,
      asked_at: used_at,
      paid_at: used_at,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const then = { clock: () => new Date(used_at) };
  await grantRight(trx, then, { userId: reader, categoryId: category_id, days, source: "redeem", orderId: id });
  return id;
}
