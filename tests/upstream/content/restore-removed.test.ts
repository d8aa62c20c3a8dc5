import { sql } from "kysely";
import { expect, test, vi } from "vitest";
import { commentApi } from "#app/contract/content/comment";
import { trashApi } from "#app/contract/writing/trash";
import { createTestUpstream } from "#tests/upstream/support/harness";
import { codeOf } from "#tests/upstream/support/outcome-of";
import { PG_SERVER } from "#tests/upstream/support/pg-server";
import { createWriter } from "#tests/upstream/support/writer";
import { removeThing } from "#upstream/modules/admin/content/remove";

// On SQLite they are sequential anyway.
test.skipIf(!PG_SERVER)("what staff remove while its author restores it stays off the site", async () => {
  const site = await createTestUpstream();
  const { db } = site.services;
  const write = createWriter(site);
  const author = await site.addUser("作者", "8613800000001");
  const targetId = await write.article({ authorId: author });
  const id = await write.comment({ authorId: author, targetKind: "article", targetId });
  await site.call(commentApi.remove, { body: { id } }, { as: author });
  let restored: Promise<unknown> | undefined;
  await write.inside(async (trx) => {
    await removeThing(trx, site.services, { kind: "comment", id }, { by: null, reason: "像广告" });
    restored ??= codeOf(site.call(trashApi.restore, { body: { kind: "comment", id } }, { as: author }));
    await vi.waitFor(async () => {
      const waiting = await sql`select 1 from pg_stat_activity
        where wait_event_type = 'Lock' and datname = current_database()`.execute(db);
      expect(waiting.rows).not.toEqual([]);
    }, 10_000);
  });
  expect(await restored).toBe("FORBIDDEN");
  const row = await db.selectFrom("comments").select("deleted_at").where("id", "=", id).executeTakeFirstOrThrow();
  expect(row.deleted_at).not.toBeNull();
  await site.close();
});
