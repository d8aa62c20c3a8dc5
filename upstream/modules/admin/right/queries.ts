import type { z } from "zod";
import type { adminRightApi, StaffRight } from "#app/contract/admin/zhiku/right";
import { nowIso, type Services } from "#upstream/call/context";
import type { Db } from "#upstream/db/dialect";
import { pageOf } from "#upstream/modules/admin/list/page";
import { beyond, cursorAfter, readPosition } from "#upstream/modules/admin/list/position";
import { AUTHOR_COLUMNS, authorView } from "#upstream/modules/author/author";
import { storedPhone } from "#upstream/modules/sms/codes";
import { maskPhone } from "#upstream/modules/user/view";
import { categoryRef, categoryTree } from "#upstream/modules/zhiku/category/tree";

type Filter = z.output<typeof adminRightApi.list.query>;

const MOBILE = /^1\d{10}$/;

/** All members' rights, newest first, after a list position. */
export async function listStaffRights(
  services: Pick<Services, "db" | "cached" | "clock">,
  { member, category, state, source, cursor, limit }: Filter,
): Promise<{ list: StaffRight[]; nextCursor: string | null }> {
  const position = readPosition(cursor, ["id"]);
  const now = nowIso(services);
  let query = services.db
    .selectFrom("zhiku_rights as r")
    .innerJoin("users as u", "u.id", "r.user_id")
    .leftJoin("zhiku_orders as o", (join) =>
      join.on((eb) => eb("o.id", "=", eb.fn.coalesce("r.order_id", "r.part_of_order"))),
    )
    .select(["r.id", "r.category_id", "r.from_at", "r.until_at", "r.source", "o.order_no", "o.amount", "u.phone"])
    .select(AUTHOR_COLUMNS);
  if (member) {
    const phoned = MOBILE.test(member);
    query = phoned ? query.where("u.phone", "=", storedPhone(member)) : query.where("u.id", "=", Number(member));
  }
  if (category === "all") query = query.where("r.category_id", "is", null);
  else if (category) query = query.where("r.category_id", "=", Number(category));
  if (source) query = query.where("r.source", "=", source);
  if (state === "expired") query = query.where("r.until_at", "<=", now);
  if (state === "upcoming") query = query.where("r.from_at", ">", now).where("r.until_at", ">", now);
  if (state === "active") query = query.where("r.from_at", "<=", now).where("r.until_at", ">", now);
  if (position) query = query.where(beyond(["r.id"], "desc", position));
  const rows = await query
    .orderBy("r.id", "desc")
    .limit(limit + 1)
    .execute();
  const page = pageOf(rows, limit, ({ id }) => cursorAfter(id));
  const tree = await categoryTree(services);
  const list = page.list.map(
    (row): StaffRight => ({
      id: row.id,
      from: row.from_at,
      until: row.until_at,
      source: row.source,
      orderNo: row.order_no,
      category: row.category_id === null ? null : categoryRef(tree, row.category_id),
      state: row.until_at <= now ? "expired" : row.from_at > now ? "upcoming" : "active",
      owner: { ...authorView(row), phone: maskPhone(row.phone) },
      paid: (row.amount ?? 0) > 0,
    }),
  );
  return { list, nextCursor: page.nextCursor };
}

/** Member with an open account. */
export type Holder = { id: number; nickname: string };

const STEP = 500;

/** Open accounts by their phone numbers of eleven digits. */
export async function holdersByPhone(db: Db, phones: readonly string[]): Promise<Map<string, Holder>> {
  const holders = new Map<string, Holder>();
  for (let from = 0; from < phones.length; from += STEP) {
    const stored = phones.slice(from, from + STEP).map((phone) => [storedPhone(phone), phone] as const);
    const rows = await db
      .selectFrom("users")
      .select(["id", "nickname", "phone"])
      .where(
        "phone",
        "in",
        stored.map(([one]) => one),
      )
      .where("deleted_at", "is", null)
      .execute();
    for (const [one, phone] of stored) {
      const row = rows.find((row) => row.phone === one);
      if (row) holders.set(phone, { id: row.id, nickname: row.nickname });
    }
  }
  return holders;
}

/**
 * Open accounts in a text with numbers or phone numbers, without duplicates, in order.
 * @returns also the words that match nobody
 */
export async function holdersNamed(db: Db, text: string): Promise<{ holders: Holder[]; unknown: string[] }> {
  const words = [...new Set(text.normalize("NFKC").split(/[\s,、;]+/))].filter(Boolean);
  const phones = await holdersByPhone(
    db,
    words.filter((word) => MOBILE.test(word)),
  );
  const ids = words.flatMap((word) => (MOBILE.test(word) ? [] : (/^#?([1-9]\d{0,9})$/.exec(word)?.[1] ?? [])));
  const rows = await db
    .selectFrom("users")
    .select(["id", "nickname"])
    .where("id", "in", ids.length ? ids.map(Number) : [0])
    .where("deleted_at", "is", null)
    .execute();
  const named = (word: string) => phones.get(word) ?? rows.find(({ id }) => String(id) === word.replace("#", ""));
  const holders = new Map(words.flatMap((word) => named(word) ?? []).map((holder) => [holder.id, holder]));
  return { holders: [...holders.values()], unknown: words.filter((word) => !named(word)) };
}
