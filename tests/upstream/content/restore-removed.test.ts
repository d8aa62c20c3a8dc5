import { sql } from "kysely";
import { describe, expect, test, vi } from "vitest";
import { commentApi } from "#app/contract/content/comment";
import { trashApi } from "#app/contract/writing/trash";
import { createTestUpstream, type TestUpstream } from "#tests/upstream/support/harness";
import { codeOf } from "#tests/upstream/support/outcome-of";
import { PG_SERVER } from "#tests/upstream/support/pg-server";
import { createWriter } from "#tests/upstream/support/writer";
import { removeThing } from "#upstream/modules/admin/content/remove";
import { restoreComment } from "#upstream/modules/comment/write";

/** A comment that its author has deleted, in a site of its own. */
async function deletedComment() {
  const upstream = await createTestUpstream();
  const write = createWriter(upstream);
  const author = await upstream.addUser("作者", "8613800000001");
  const targetId = await write.article({ authorId: author });
  const id = await write.comment({ authorId: author, targetKind: "article", targetId });
  await upstream.call(commentApi.remove, { body: { id } }, { as: author });
  const deletedAt = async () =>
    (
      await upstream.services.db
        .selectFrom("comments")
        .select("deleted_at")
        .where("id", "=", id)
        .executeTakeFirstOrThrow()
    ).deleted_at;
  return { upstream, write, author, id, deletedAt };
}

/** Somebody else's transaction waits for a lock. */
const isWaiting = async ({ services: { db } }: TestUpstream) =>
  vi.waitFor(async () => {
    const waiting = await sql`select 1 from pg_stat_activity
      where wait_event_type = 'Lock' and datname = current_database()`.execute(db);
    expect(waiting.rows).not.toEqual([]);
  }, 10_000);

const REMOVAL = { by: null, reason: "像广告" };

// On SQLite they are sequential anyway.
describe.skipIf(!PG_SERVER)("stays off the site", () => {
  test("what staff remove while its author restores it", async () => {
    const { upstream, write, author, id, deletedAt } = await deletedComment();
    let restored: Promise<unknown> | undefined;
    await write.inside(async (trx) => {
      await removeThing(trx, upstream.services, { kind: "comment", id }, REMOVAL);
      restored ??= codeOf(upstream.call(trashApi.restore, { body: { kind: "comment", id } }, { as: author }));
      await isWaiting(upstream);
    });
    expect(await restored).toBe("FORBIDDEN");
    expect(await deletedAt()).not.toBeNull();
    await upstream.close();
  });

  test("what its author restores while staff remove it", async () => {
    const { upstream, write, id, deletedAt } = await deletedComment();
    const since = (await deletedAt()) ?? "";
    let removed: Promise<unknown> | undefined;
    await write.inside(async (trx) => {
      await restoreComment(trx, upstream.services, id, since);
      removed ??= write.inside((other) => removeThing(other, upstream.services, { kind: "comment", id }, REMOVAL));
      await isWaiting(upstream);
    });
    await removed;
    expect(await deletedAt()).not.toBeNull();
    await upstream.close();
  });
});
