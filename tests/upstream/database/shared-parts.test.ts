import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { answerApi } from "#app/contract/content/answer";
import { commentApi } from "#app/contract/content/comment";
import { questionApi } from "#app/contract/content/question";
import { reviewApi } from "#app/contract/moderation/review";
import { historyApi } from "#app/contract/writing/history";
import { createTestUpstream, type TestUpstream } from "#tests/upstream/support/harness";
import { createWriter, type Writer } from "#tests/upstream/support/writer";
import type { SharedCall } from "#upstream/call/context";
import { createSharedParts } from "#upstream/call/shared-parts";
import type { VersionKey } from "#upstream/db/versions";

let upstream: TestUpstream;
let write: Writer;
let author: number;
let reader: number;

beforeAll(async () => {
  upstream = await createTestUpstream({ config: { checkReplies: false } });
  write = createWriter(upstream);
  author = await upstream.addUser("作者");
  reader = await upstream.addUser("读者");
});
afterAll(() => upstream.close());

test("comments are read once for all readers, and each sees their own likes", async () => {
  const id = await write.article({ authorId: author, title: "众人所见" });
  const commentId = await write.comment({ authorId: author, targetKind: "article", targetId: id, text: "第一条" });
  const query = { targetKind: "article", targetId: id, limit: 20 } as const;
  const ask = (as: number) => upstream.measure(commentApi.list, { query }, { as });
  const first = await ask(author);
  expect(first.data.list[0]).toMatchObject({ text: "第一条", viewer: { liked: false, mine: true } });
  await upstream.services.db
    .insertInto("likes")
    .values({ user_id: reader, target_kind: "comment", target_id: commentId, created_at: new Date().toISOString() })
    .execute();
  const other = await ask(reader);
  expect(other.data.list[0]).toMatchObject({ text: "第一条", viewer: { liked: true, mine: false } });
  expect(other.statements).toBeLessThan(first.statements);
  expect(other.dependsOn.toSorted()).toEqual(first.dependsOn.toSorted());
  const again = await ask(author);
  expect(again.data.list[0]?.viewer).toEqual({ liked: false, mine: true });
  await write.comment({ authorId: reader, targetKind: "article", targetId: id, text: "第二条" });
  const more = await ask(author);
  expect(more.data.list.map(({ text, viewer }) => [text, viewer.mine])).toEqual([
    ["第二条", false],
    ["第一条", true],
  ]);
});

test("pages and sort orders of answers are cached separately", async () => {
  const questionId = await write.question({ authorId: author, title: "哪一页是哪一页？" });
  for (const content of ["甲", "乙", "丙"]) await write.answer({ authorId: reader, questionId, content });
  const ids = async (query: { page?: number; pageSize?: number; sort?: "time" | "default" }) =>
    (await upstream.call(answerApi.list, { query: { questionId, ...query } })).list.map((one) => one.id);
  const all = await ids({ sort: "time" });
  expect(all).toHaveLength(3);
  expect(await ids({ sort: "time", page: 2, pageSize: 2 })).toEqual(all.slice(2));
  expect(await ids({ sort: "time", page: 1, pageSize: 2 })).toEqual(all.slice(0, 2));
});

/** Cached parts with the test's own versions. */
function setUp({ check = false } = {}) {
  let sequence = 0;
  const changed = new Map<string, number>();
  const latest = (keys: readonly VersionKey[]) => Math.max(0, ...keys.map((key) => changed.get(key) ?? 0));
  const parts = createSharedParts({ versions: { now: () => sequence, latest }, check });
  const noted: VersionKey[] = [];
  const dependsOn = (...keys: VersionKey[]) => void noted.push(...keys);
  const cached: SharedCall["cached"] = (_of, keys, made) => {
    dependsOn(...keys);
    return made();
  };
  const call = { dependsOn, cached } as unknown as SharedCall;
  const get = (name: string, data: unknown, keys: VersionKey[] = ["article/1"]) =>
    parts(call, null, name, async ({ dependsOn }) => {
      dependsOn(...keys);
      return data;
    });
  const getCached = (name: string, data: unknown) =>
    parts(call, null, name, ({ cached }) => cached("list", ["article/1"], async () => data));
  const change = (key: VersionKey) => {
    sequence += 1;
    changed.set(key, sequence);
  };
  return { get, getCached, change, noted };
}

test("a part is valid until one of its dependencies changes, and passes its dependencies on to the reply", async () => {
  const { get, change, noted } = setUp();
  expect(await get("a", "old")).toBe("old");
  change("article/2");
  expect(await get("a", "new")).toBe("old");
  expect(noted).toEqual(["article/1", "article/1"]);
  change("article/1");
  expect(await get("a", "new")).toBe("new");
});

test.each([true, false])("a part from cached values passes their dependencies on once, checked: %s", async (check) => {
  const { getCached, change, noted } = setUp({ check });
  await getCached("a", "old");
  expect(noted.splice(0)).toContain("article/1");
  change("article/2");
  await getCached("a", "old");
  expect(noted).toEqual(["article/1"]);
});

test("a part without dependencies, or one that failed, is not cached", async () => {
  const { get } = setUp();
  expect(await get("a", 1, [])).toBe(1);
  expect(await get("a", 2, [])).toBe(2);
  await expect(get("b", Promise.reject(new Error("gone")))).rejects.toThrow("gone");
  expect(await get("b", 3)).toBe(3);
});

test("in tests each cached part is compared with a new one, which finds missing dependencies", async () => {
  const { get, change } = setUp({ check: true });
  await get("a", "old");
  change("article/2");
  await expect(get("a", "new")).rejects.toThrow("a depends on more than article/1");
});

test("an earlier version of a text is rendered once for all readers", async () => {
  const fields = { title: "改过的问题", content: "**原来**的正文。", tags: ["协作"] };
  const writer = await upstream.addUser("改的人", "8613800000009");
  const id = await write.question({ ...fields, authorId: writer });
  const change = { ...fields, id, version: 1, aiGenerated: false, content: "现在的正文。", reason: "" };
  await upstream.call(questionApi.update, { body: change }, { as: writer });
  const render = vi.spyOn(upstream.services.markdown, "render");
  const read = (as?: number) => upstream.call(historyApi.get, { params: { kind: "question", id, version: 1 } }, { as });
  for (const as of [undefined, reader, writer]) expect((await read(as)).contentHtml).toContain("<strong>原来</strong>");
  expect(render).toHaveBeenCalledTimes(1);
});

test("a held text is rendered once for each wording, whichever version it is", async () => {
  const words = "跟我兼职刷单，**先加**可空的列。";
  const about = await write.question({ authorId: reader, title: "怎样改一张大表" });
  const as = await upstream.addUser("送审的人", "8613800000010");
  const hold = upstream.call(answerApi.create, { body: { questionId: about, content: words } }, { as });
  const { id } = await hold.then(
    () => expect.unreachable("was not held"),
    ({ data }: { data: { id: number } }) => data,
  );
  const render = vi.spyOn(upstream.services.markdown, "render").mockClear();
  const read = () => upstream.call(reviewApi.get, { params: { id } }, { as });
  for (let n = 0; n < 3; n += 1) expect((await read()).contentHtml).toContain("<strong>先加</strong>");
  expect(render).toHaveBeenCalledTimes(1);
  const fields = JSON.stringify({ questionId: about, content: "跟我兼职刷单，*再填*它。" });
  await upstream.services.db.updateTable("reviews").set({ fields }).where("id", "=", id).execute();
  expect((await read()).contentHtml).toContain("<em>再填</em>");
});
