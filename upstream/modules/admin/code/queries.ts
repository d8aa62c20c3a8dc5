import { type RawBuilder, sql } from "kysely";
import type { BatchCode, CodeBatch, CodeOffer } from "#app/contract/admin/zhiku/code";
import type { CodeState } from "#app/contract/admin/zhiku/code-states";
import { nowIso, type Services } from "#upstream/call/context";
import type { Db } from "#upstream/db/dialect";
import { pageOf } from "#upstream/modules/admin/list/page";
import { beyond, cursorAfter, readPosition } from "#upstream/modules/admin/list/position";
import { type CategoryTree, categoryRef, categoryTree } from "#upstream/modules/zhiku/category/tree";

type Asking = Pick<Services, "db" | "cached" | "clock">;

/** SQL for the state of a code `c` at a time. */
const stateAt = (now: string): RawBuilder<CodeState> => sql<CodeState>`case when c.used_at is not null then 'used'
  when c.voided_at is not null then 'void' when c.expires_at <= ${now} then 'expired' else 'left' end`;

type OfferRow = { id: number; name: string; category_id: number | null; days: number; on_sale: 0 | 1 };

const offerView = (row: OfferRow, tree: CategoryTree): CodeOffer => ({
  id: row.id,
  name: row.name,
  days: row.days,
  onSale: row.on_sale === 1,
  category: row.category_id === null ? null : categoryRef(tree, row.category_id),
});

/** All offers in the operator's order; those on sale first. */
export async function codeOffers(services: Asking): Promise<CodeOffer[]> {
  const tree = await categoryTree(services);
  const rows = await services.db
    .selectFrom("zhiku_offers")
    .select(["id", "name", "category_id", "days", "on_sale"])
    .orderBy("on_sale", "desc")
    .orderBy("position")
    .orderBy("id")
    .execute();
  return rows.map((row) => offerView(row, tree));
}

const batches = (db: Db) =>
  db
    .selectFrom("zhiku_code_batches as b")
    .innerJoin("zhiku_offers as o", "o.id", "b.offer_id")
    .innerJoin("users as u", "u.id", "b.created_by")
    .select(["b.id", "b.note", "b.expires_at", "b.created_at", "b.count", "u.nickname"])
    .select(["o.id as offer_id", "o.name", "o.category_id", "o.days", "o.on_sale"]);

type BatchRow = Awaited<ReturnType<ReturnType<typeof batches>["execute"]>>[number];

/** Batches with the number of codes in each state; two statements. */
async function batchViews(services: Asking, rows: readonly BatchRow[]): Promise<CodeBatch[]> {
  const tree = await categoryTree(services);
  const state = stateAt(nowIso(services));
  const counted = await services.db
    .selectFrom("zhiku_redeem_codes as c")
    .select(["c.batch_id", state.as("state"), (eb) => eb.fn.countAll<number>().as("total")])
    .where("c.batch_id", "in", rows.length ? rows.map(({ id }) => id) : [0])
    .groupBy(["c.batch_id", sql`2`])
    .execute();
  const of = (id: number, state: CodeState) =>
    Number(counted.find((one) => one.batch_id === id && one.state === state)?.total ?? 0);
  return rows.map((row) => ({
    id: row.id,
    note: row.note,
    expiresAt: row.expires_at,
    createdAt: row.created_at,
    createdBy: row.nickname,
    offer: offerView({ ...row, id: row.offer_id }, tree),
    count: row.count,
    counts: {
      left: of(row.id, "left"),
      used: of(row.id, "used"),
      void: of(row.id, "void"),
      expired: of(row.id, "expired"),
    },
  }));
}

/** One page of all batches, newest first. */
export async function listBatches(services: Asking, { page, pageSize }: { page: number; pageSize: number }) {
  const { total } = await services.db
    .selectFrom("zhiku_code_batches")
    .select((eb) => eb.fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  const rows = await batches(services.db)
    .orderBy("b.id", "desc")
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute();
  return { list: await batchViews(services, rows), total: Number(total) };
}

/** A batch by its number. */
export async function findBatch(services: Asking, id: number): Promise<CodeBatch | undefined> {
  const rows = await batches(services.db).where("b.id", "=", id).execute();
  return (await batchViews(services, rows))[0];
}

type Filter = { id: number; state?: CodeState | undefined; cursor?: string | undefined; limit: number };

/** Codes of a batch by number, after a list position. */
export async function listCodes(services: Asking, { id, state, cursor, limit }: Filter) {
  const position = readPosition(cursor, ["count"]);
  const its = stateAt(nowIso(services));
  let query = services.db
    .selectFrom("zhiku_redeem_codes as c")
    .leftJoin("users as u", "u.id", "c.used_by")
    .leftJoin("zhiku_orders as o", "o.id", "c.order_id")
    .select(["c.number", "c.tail", "c.used_by", "c.used_at", "c.voided_at", "u.nickname", "o.order_no"])
    .select(its.as("state"))
    .where("c.batch_id", "=", id);
  if (position) query = query.where(beyond(["c.number"], "asc", position));
  if (state) query = query.where(its, "=", state);
  const rows = await query
    .orderBy("c.number")
    .limit(limit + 1)
    .execute();
  const page = pageOf(rows, limit, ({ number }) => cursorAfter(number ?? 0));
  const list = page.list.map(
    (row): BatchCode => ({
      number: row.number ?? 0,
      tail: row.tail,
      state: row.state,
      usedAt: row.used_at,
      voidedAt: row.voided_at,
      usedBy: row.used_by === null ? null : { userId: row.used_by, nickname: row.nickname ?? "" },
      orderNo: row.order_no,
    }),
  );
  return { list, nextCursor: page.nextCursor };
}
