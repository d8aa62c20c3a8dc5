import { setTimeout as wait } from "node:timers/promises";
import type { KyselyPlugin, RootOperationNode } from "kysely";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectConsistent } from "#tests/upstream/support/consistency";
import { createTestUpstream, type TestUpstream } from "#tests/upstream/support/harness";
import { PG_SERVER } from "#tests/upstream/support/pg-server";
import { createWriter, type Writer } from "#tests/upstream/support/writer";
import type { Db } from "#upstream/db/dialect";
import { rebuildOwnListsOf } from "#upstream/db/lists/own-list-anchors";
import { transact } from "#upstream/db/transact";
import { putThingBack, removeThing } from "#upstream/modules/admin/content/remove";
import { restore, softDelete } from "#upstream/modules/content/soft-delete";
import { purgeDeleted } from "#upstream/modules/trash/purge";

/** More comments than a statement may have parameters. */
const MANY = PG_SERVER ? 66_000 : 33_000;
const LONG_AGO = "2026-03-01T00:00:00.000Z";
const now = new Date("2026-05-01T00:00:00Z");

let upstream: TestUpstream;
let write: Writer;
let author: number;
beforeAll(async () => {
  upstream = await createTestUpstream({ clock: () => now });
  write = createWriter(upstream);
  author = await upstream.addUser("作者", "8613900000001");
});
afterAll(() => upstream.close());

/** The services at the time of a deletion that is long ago. */
const then = () => ({ ...upstream.services, clock: () => new Date(LONG_AGO) });
const articles = () => upstream.services.db.selectFrom("articles").select("id").execute();

/** The database, where things can't be deleted from a table. */
function failingAt(table: string): Db {
  const isThere = (node: RootOperationNode) =>
    node.kind === "DeleteQueryNode" && JSON.stringify(node.from).includes(`"name":"${table}"`);
  const plugin: KyselyPlugin = {
    transformQuery({ node }) {
      if (isThere(node)) throw new Error(`${table} is damaged`);
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  return upstream.services.db.withPlugin(plugin);
}

test("what staff restore while everything old is purged stays", async () => {
  const { services } = upstream;
  const id = await write.article({ authorId: author });
  await write.inside((trx) => removeThing(trx, then(), { kind: "article", id }, { by: null, reason: "广告" }));
  let commit = () => {};
  const decided = new Promise<void>((resolve) => {
    commit = resolve;
  });
  let restored: Promise<void> | undefined;
  await new Promise<void>((resolve) => {
    restored = transact(services.db, async (trx) => {
      await putThingBack(trx, services, { kind: "article", id });
      resolve();
      await decided;
    });
  });
  const purged = purgeDeleted(services);
  await wait(500);
  commit();
  await restored;
  expect(await purged).toBe(0);
  expect(await articles()).toEqual([{ id }]);
  await expectConsistent(services.db);
});

test("a thread of any length is deleted, restored and purged", { timeout: 120_000 }, async () => {
  const { services } = upstream;
  const { db } = services;
  const id = await write.article({ authorId: author });
  await sql`insert into comments (target_kind, target_id, author_id, text, created_at)
    with recursive numbered (n) as (select 1 union all select n + 1 from numbered where n < ${MANY})
    select 'article', cast(${id} as bigint), cast(${author} as bigint), '说得好', ${LONG_AGO} from numbered`.execute(
    db,
  );
  await db.updateTable("articles").set({ comment_count: MANY }).where("id", "=", id).execute();
  await db.updateTable("users").set({ comment_count: MANY }).where("id", "=", author).execute();
  await write.inside((trx) => rebuildOwnListsOf(trx, author));
  await write.inside((trx) => softDelete(trx, then(), "article", id));
  await write.inside((trx) => restore(trx, services, { kind: "article", id, deletedAt: LONG_AGO }));
  await expectConsistent(db);
  await write.inside((trx) => softDelete(trx, then(), "article", id));
  expect(await purgeDeleted(services)).toBe(1);
  expect(await db.selectFrom("comments").select("id").execute()).toEqual([]);
  await expectConsistent(db);
});

test("a kind that can't be purged keeps no other, and one thing no other of its kind", async () => {
  const { services } = upstream;
  const left = (await articles()).length;
  const question = await write.question({ authorId: author });
  await write.inside((trx) => softDelete(trx, then(), "question", question));
  for (let n = 0; n < 2; n += 1) {
    const id = await write.article({ authorId: author });
    await write.inside((trx) => softDelete(trx, then(), "article", id));
  }
  const failing = failingAt("questions");
  await expect(purgeDeleted({ ...services, db: failing })).rejects.toThrow("questions is damaged");
  expect(await articles()).toHaveLength(left);
  expect(await services.db.selectFrom("questions").select("id").execute()).toEqual([{ id: question }]);
  expect(await purgeDeleted(services)).toBe(1);
});
