import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createTestUpstream, type TestUpstream } from "#tests/upstream/support/harness";
import { rebuildLists } from "#upstream/db/lists/rebuild-lists";
import {
  addToLists,
  findPage,
  findPageCapped,
  GAP,
  type ListKey,
  moveManyInLists,
  removeFromLists,
} from "#upstream/db/lists/site-lists";
import { fromKey } from "#upstream/db/lists/window";
import { transact } from "#upstream/db/transact";

let upstream: TestUpstream;
beforeEach(async () => {
  upstream = await createTestUpstream();
});
afterEach(() => upstream.close());

const timeOf = (minute: number) => new Date(Date.UTC(2026, 0, 1) + minute * 60_000).toISOString();
const newestFirst = (a: ListKey, b: ListKey) =>
  a.createdAt === b.createdAt ? b.id - a.id : a.createdAt < b.createdAt ? 1 : -1;

/** Ids of a page as a list query reads them; `walked` is the number of skipped entries. */
async function readPage(page: number, pageSize: number) {
  const { db } = upstream.services;
  const window = await findPage(db, "feed", page, pageSize);
  if (window.limit === 0) return { ids: [], walked: 0, total: window.total };
  const rows = await db
    .selectFrom("feed_entries as f")
    .select("f.item_id")
    .where(fromKey("f", window.from, "item_id"))
    .orderBy("f.created_at", "desc")
    .orderBy("f.item_id", "desc")
    .limit(window.limit)
    .offset(window.offset)
    .execute();
  return { ids: rows.map((row) => row.item_id), walked: window.offset, total: window.total };
}

async function expectPages(expected: readonly ListKey[], pageSize: number) {
  const sorted = [...expected].sort(newestFirst);
  const last = Math.ceil(sorted.length / pageSize);
  const pages = new Set([1, 2, Math.ceil(last / 3), Math.ceil(last / 2), last - 1, last, last + 1, 100_000]);
  let walkedMost = 0;
  for (const page of pages) {
    if (page < 1) continue;
    const { ids, walked, total } = await readPage(page, pageSize);
    const wanted = sorted.slice((page - 1) * pageSize, page * pageSize).map((key) => key.id);
    expect(ids, `page ${page}`).toEqual(wanted);
    expect(total).toBe(sorted.length);
    walkedMost = Math.max(walkedMost, walked);
  }
  return walkedMost;
}

describe("list positions", () => {
  it("find every page of a long list near an anchor", async () => {
    const keys: ListKey[] = [];
    await transact(upstream.services.db, async (trx) => {
      for (let id = 1; id <= 3_210; id += 1) {
        const key = { id, createdAt: timeOf(id) };
        keys.push(key);
        await trx
          .insertInto("feed_entries")
          .values({ kind: "article", item_id: id, created_at: key.createdAt })
          .execute();
        await addToLists(trx, ["feed"], key);
      }
    });
    expect(await expectPages(keys, 20)).toBeLessThanOrEqual(GAP);
  });

  it("stay correct when entries join anywhere, leave, and return", async () => {
    // Weighted realistically: mostly at the newest end, some older, some deleted.
    const change = fc.oneof(
      { weight: 20, arbitrary: fc.record({ do: fc.constant("add" as const), minutes: fc.nat({ max: 3 }) }) },
      { weight: 4, arbitrary: fc.record({ do: fc.constant("addOld" as const), at: fc.nat() }) },
      { weight: 4, arbitrary: fc.record({ do: fc.constant("remove" as const), at: fc.nat() }) },
      {
        weight: 1,
        arbitrary: fc.record({ do: fc.constant("addMany" as const), ats: fc.array(fc.nat(), { maxLength: 60 }) }),
      },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1_300, maxLength: 1_600, size: "max" }), async (changes) => {
        const { db } = upstream.services;
        for (const table of ["feed_entries", "list_totals", "list_anchors"] as const)
          await db.deleteFrom(table).execute();
        const keys = new Map<number, ListKey>();
        let minute = 0;
        let nextId = 1;
        await transact(db, async (trx) => {
          for (const one of changes) {
            const ids = [...keys.keys()];
            if (one.do === "remove") {
              const key = keys.get(ids[one.at % Math.max(1, ids.length)] ?? 0);
              if (!key) continue;
              keys.delete(key.id);
              await trx.deleteFrom("feed_entries").where("item_id", "=", key.id).execute();
              await removeFromLists(trx, ["feed"], key);
              continue;
            }
            if (one.do === "add") minute += one.minutes;
            const many = one.do === "addMany" ? one.ats : null;
            const minutes = many ?? [one.do === "addOld" ? one.at : minute];
            const joined: ListKey[] = [];
            // Bulk additions have old and new times, like an import.
            for (const at of minutes) {
              const key = { id: nextId, createdAt: timeOf(at % (minute + (many ? 50 : 1))) };
              nextId += 1;
              keys.set(key.id, key);
              joined.push(key);
              await trx
                .insertInto("feed_entries")
                .values({ kind: "article", item_id: key.id, created_at: key.createdAt })
                .execute();
            }
            await moveManyInLists(
              trx,
              joined.map((key) => ({ list: "feed", by: 1, key })),
            );
          }
        });
        await expectPages([...keys.values()], 20);
        await expectPages([...keys.values()], 7);
        await transact(db, (trx) => rebuildLists(trx));
        expect(await expectPages([...keys.values()], 20)).toBeLessThanOrEqual(GAP);
      }),
      { numRuns: 3 },
    );
  }, 120_000);

  it("count entries of two kinds under one key, also when rebuilt", async () => {
    const { db } = upstream.services;
    const createdAt = timeOf(0);
    // The entry that becomes an anchor has the same key as the next one.
    const last = 2 * GAP;
    for (let id = 1; id <= last; id += 1) {
      await db.insertInto("feed_entries").values({ kind: "article", item_id: id, created_at: createdAt }).execute();
    }
    await db.insertInto("feed_entries").values({ kind: "question", item_id: last, created_at: createdAt }).execute();
    await transact(db, (trx) => rebuildLists(trx));
    const seen = [...(await readPage(1, 50)).ids, ...(await readPage(2, 50)).ids];
    expect(seen.slice(0, 3)).toEqual([last, last, last - 1]);
    expect(seen).toHaveLength(100);
  });

  it("limit paging in lists with a changing order", async () => {
    const { db } = upstream.services;
    const total = { list: "feed", total: 5_000, newest_created_at: timeOf(0), newest_item_id: 1 };
    await db.insertInto("list_totals").values(total).execute();
    expect(await findPageCapped(db, "feed", 50, 20)).toEqual({ total: 1000, from: null, offset: 980, limit: 20 });
    expect(await findPageCapped(db, "feed", 51, 20)).toMatchObject({ total: 1000, limit: 0 });
    expect(await findPageCapped(db, "nothing", 1, 20)).toMatchObject({ total: 0, limit: 0 });
  });
});
