import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { articleApi } from "#app/contract/content/article";
import { commentApi } from "#app/contract/content/comment";
import { likeApi } from "#app/contract/reading/like";
import { createTestUpstream, type TestUpstream } from "#tests/upstream/support/harness";

/** Bytes of a page in the write-ahead log, with its header, and of the log's own header. */
const FRAME = 24 + 4096;
const HEADER = 32;

const folder = mkdtempSync(join(tmpdir(), "shequ-pages-"));
const file = join(folder, "shequ.db");
let upstream: TestUpstream;
let reader: number;
let article: number;

beforeAll(async () => {
  upstream = await createTestUpstream({ config: { database: { kind: "sqlite", file } } });
  const author = await upstream.addUser("写文章的人", "8613800000001");
  reader = await upstream.addUser("读文章的人", "8613800000002");
  const body = { title: "被评论的文章", content: "正文" };
  article = (await upstream.call(articleApi.create, { body }, { as: author })).id;
});
afterAll(async () => {
  await upstream.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Pages that a write changes: each costs CPU time within the commit, while everybody else waits for the lock. */
async function pagesOf(write: () => Promise<unknown>): Promise<number> {
  upstream.services.connection.sqlite?.exec("pragma wal_checkpoint(truncate)");
  await write();
  return (statSync(`${file}-wal`).size - HEADER) / FRAME;
}

test("a comment and a like change few pages: about one for each table and index that must know of them", async () => {
  const target = { targetKind: "article", targetId: article } as const;
  const comment = () => upstream.call(commentApi.add, { body: { ...target, text: "说得好" } }, { as: reader });
  const like = () => upstream.call(likeApi.add, { body: target }, { as: reader });
  // The first one also adds what later ones change: counts, versions, a notification.
  await comment();
  expect(await pagesOf(comment)).toBeLessThanOrEqual(22);
  expect(await pagesOf(like)).toBeLessThanOrEqual(20);
});
