import { afterEach, beforeEach, expect, test } from "vitest";
import { adminTagApi } from "#app/contract/admin/site/tag";
import { followApi } from "#app/contract/reading/follow";
import { followingApi } from "#app/contract/reading/following";
import { CallError, createTestUpstream, type TestUpstream } from "#tests/upstream/support/harness";
import { addStaff, staffToken } from "#tests/upstream/support/staff";
import { createWriter, type Writer } from "#tests/upstream/support/writer";
import { softDelete } from "#upstream/modules/content/soft-delete";
import { followedBy } from "#upstream/modules/outside/week";

let upstream: TestUpstream;
let write: Writer;
let reader: number;
let friend: number;
let stranger: number;

beforeEach(async () => {
  upstream = await createTestUpstream();
  write = createWriter(upstream);
  reader = await upstream.addUser("读者");
  friend = await upstream.addUser("朋友");
  stranger = await upstream.addUser("路人");
});
afterEach(() => upstream.close());

const at = (minute: number) => new Date(Date.UTC(2026, 0, 1) + minute * 60_000).toISOString();
const as = () => ({ as: reader });
const follow = (userId: number) => upstream.call(followApi.add, { body: { userId } }, as());
const followTag = (name: string) => upstream.call(followingApi.addTag, { body: { name } }, as());
const isFollowed = async (name: string) => (await upstream.call(followingApi.tag, { query: { name } }, as())).followed;
const idOf = ({ kind, ...one }: Awaited<ReturnType<typeof page>>["list"][number]) =>
  `${kind} ${Object.values(one)[0]?.id}`;
const page = (cursor?: string, limit = 50) =>
  upstream.call(followingApi.list, { query: { limit, ...(cursor && { cursor }) } }, as());
const shown = async () => (await page()).list.map(idOf);

/** All entries, page by page. */
async function walk(limit: number): Promise<string[]> {
  const seen: string[] = [];
  for (let cursor: string | undefined; ; ) {
    const { list, nextCursor } = await page(cursor, limit);
    seen.push(...list.map(idOf));
    if (nextCursor === null) return seen;
    cursor = nextCursor;
  }
}

test("lists texts by followed people and with followed tags, newest first", async () => {
  const asked = await write.question({ authorId: stranger, createdAt: at(0) });
  const tagged = await write.article({ authorId: stranger, tags: ["缓存"], createdAt: at(1) });
  const article = await write.article({ authorId: friend, tags: ["缓存"], createdAt: at(2) });
  const answer = await write.answer({ authorId: friend, questionId: asked, createdAt: at(3) });
  const question = await write.question({ authorId: friend, createdAt: at(4) });
  await write.answer({ authorId: stranger, questionId: question, createdAt: at(5) });
  await write.article({ authorId: reader, createdAt: at(6) });
  expect(await shown()).toEqual([]);
  await follow(friend);
  expect(await shown()).toEqual([`question ${question}`, `answer ${answer}`, `article ${article}`]);
  await followTag("缓存");
  expect(await shown()).toEqual([
    `question ${question}`,
    `answer ${answer}`,
    `article ${article}`,
    `article ${tagged}`,
  ]);
  await write.inside((trx) => softDelete(trx, upstream.services, "article", article));
  expect(await shown()).toEqual([`question ${question}`, `answer ${answer}`, `article ${tagged}`]);
});

test("pages have no repeats or gaps, even with equal times", async () => {
  await follow(friend);
  const asked = await write.question({ authorId: stranger, createdAt: at(0) });
  const expected: string[] = [];
  for (let turn = 0; turn < 9; turn++) {
    const createdAt = at(Math.floor(turn / 3));
    expected.push(`article ${await write.article({ authorId: friend, createdAt })}`);
    expected.push(`question ${await write.question({ authorId: friend, createdAt })}`);
    await write.article({ authorId: stranger, createdAt });
  }
  const writers = await Promise.all([1, 2, 3].map((number) => upstream.addUser(`答主${number}`)));
  for (const authorId of writers) {
    await follow(authorId);
    expected.push(`answer ${await write.answer({ authorId, questionId: asked, createdAt: at(1) })}`);
  }
  const whole = await shown();
  expect([...whole].sort()).toEqual(expected.sort());
  for (const limit of [1, 2, 4, 7]) expect(await walk(limit)).toEqual(whole);
});

test("a tag is followed under its current name", async () => {
  const staff = await addStaff(upstream, "owner");
  const token = await staffToken(upstream, staff);
  const old = await write.article({ authorId: stranger, tags: ["Redis缓存"], createdAt: at(1) });
  const other = await write.article({ authorId: stranger, tags: ["缓存"], createdAt: at(2) });
  await followTag("Redis缓存");
  expect(await shown()).toEqual([`article ${old}`]);
  const body = { from: "Redis缓存", to: "缓存", reason: "意思一样", dryRun: false };
  await upstream.call(adminTagApi.merge, { body }, { token });
  expect(await shown()).toEqual([`article ${other}`, `article ${old}`]);
  expect([await isFollowed("缓存"), await isFollowed("Redis缓存")]).toEqual([true, true]);
  await followTag("缓存");
  await upstream.call(followingApi.cancelTag, { body: { name: "缓存" } }, as());
  expect([await isFollowed("缓存"), await shown()]).toEqual([false, []]);
});

test("an unused tag can't be followed", async () => {
  await expect(followTag("没有人用过")).rejects.toMatchObject({ code: "NOT_FOUND" });
});

test("a tag that was hidden, or is carried by no text any more, can still be unfollowed", async () => {
  const { db } = upstream.services;
  for (const [name, ended] of [
    ["没有了", { total: 0 }],
    ["藏起来", { hidden_at: at(2) }],
  ] as const) {
    await write.article({ authorId: friend, tags: [name], createdAt: at(1) });
    await followTag(name);
    await db.updateTable("tags").set(ended).where("name", "=", name).execute();
    expect(await isFollowed(name), name).toBe(true);
    await upstream.call(followingApi.cancelTag, { body: { name } }, as());
    expect(await isFollowed(name), name).toBe(false);
    await expect(followTag(name), name).rejects.toMatchObject({ code: "NOT_FOUND" });
  }
});

test("a tag that is now spelled in another way is followed and unfollowed under either spelling", async () => {
  const { db } = upstream.services;
  const old = await write.article({ authorId: stranger, tags: ["typescript"], createdAt: at(1) });
  await followTag("typescript");
  await write.inside((trx) => softDelete(trx, upstream.services, "article", old));
  const now = await write.article({ authorId: stranger, tags: ["TypeScript"], createdAt: at(2) });
  expect(await shown()).toEqual([`article ${now}`]);
  expect((await followedBy(db, [reader]))(reader).tags).toEqual(new Set(["TypeScript"]));
  for (const name of ["TypeScript", "typescript"]) {
    expect(await isFollowed(name), name).toBe(true);
    await upstream.call(followingApi.cancelTag, { body: { name } }, as());
    expect(await isFollowed(name), name).toBe(false);
    expect(await shown()).toEqual([]);
    await db
      .insertInto("tag_follows")
      .values({ user_id: reader, tag: "typescript", created_at: at(3) })
      .execute();
  }
});

test("somebody who follows little reads a bounded part of all texts, and can continue from there", async () => {
  const old = await write.article({ authorId: friend, createdAt: at(0) });
  await write.inside((trx) =>
    trx
      .insertInto("feed_entries")
      .values(
        Array.from({ length: 2100 }, (_, n) => ({ kind: "case" as const, item_id: 10_000 + n, created_at: at(1 + n) })),
      )
      .execute(),
  );
  await follow(friend);
  const first = await page();
  expect(first.list).toEqual([]);
  expect(first.nextCursor).not.toBeNull();
  const second = await page(first.nextCursor ?? "");
  expect([second.list.map(idOf), second.nextCursor]).toEqual([[`article ${old}`], null]);
  expect(await walk(3)).toEqual([`article ${old}`]);
});

test("takes no more statements than the home feed, however long it is", async () => {
  await follow(friend);
  const asked = await write.question({ authorId: stranger });
  for (let turn = 0; turn < 8; turn++) {
    await write.article({ authorId: friend });
    await write.question({ authorId: friend });
  }
  await write.answer({ authorId: friend, questionId: asked });
  const { statements } = await upstream.measure(followingApi.list, { query: { limit: 5 } }, as());
  expect(statements).toBeLessThanOrEqual(5);
});

test.each(["x", "1.2.comment", "1.2", "999999999999999999.1.article"])("the cursor %s is refused", async (cursor) => {
  await expect(page(cursor)).rejects.toBeInstanceOf(CallError);
});
