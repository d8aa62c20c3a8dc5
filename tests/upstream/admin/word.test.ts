import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { adminWordApi } from "#app/contract/admin/review/word";
import { auditApi } from "#app/contract/admin/system/audit";
import { articleApi } from "#app/contract/content/article";
import { userApi } from "#app/contract/people/user";
import { createTestUpstream, type TestUpstream } from "#tests/upstream/support/harness";
import { refusalOf } from "#tests/upstream/support/outcome-of";
import { PG_SERVER } from "#tests/upstream/support/pg-server";
import { addStaff, staffToken } from "#tests/upstream/support/staff";
import { createWriter } from "#tests/upstream/support/writer";
import { createUpstream } from "#upstream/app";

let upstream: TestUpstream;
let member: number;
let owner: string;
let moderator: string;

beforeEach(async () => {
  upstream = await createTestUpstream();
  member = await upstream.addUser("写文章的人", "8613800001234");
  owner = await staffToken(upstream, await addStaff(upstream, "owner"));
  moderator = await staffToken(upstream, await addStaff(upstream, "moderator"));
});
afterEach(() => upstream.close());

const put = (word: string, action: "review" | "reject" = "review") =>
  upstream.call(adminWordApi.put, { body: { word, action } }, { token: owner });
const list = async (q = "") => (await upstream.call(adminWordApi.list, { query: { q } }, { token: owner })).list;
const shown = async () => (await list()).map(({ word, action, hits }) => [word, action, hits]);
const publish = async (content: string) => {
  // Limits are not tested here.
  await upstream.services.db.deleteFrom("rate_limits").execute();
  return refusalOf(upstream.call(articleApi.create, { body: { title: "一个足够长的标题", content } }, { as: member }));
};
const bulk = (call: "check" | "import", text: string) =>
  upstream.call(adminWordApi[call], { body: { text } }, { token: owner });
const undo = async () => {
  const { list: rows } = await upstream.call(auditApi.list, { query: {} }, { token: owner });
  return upstream.call(auditApi.undo, { body: { id: rows[0]?.id ?? 0 } }, { token: owner });
};

describe("a sensitive word added in the console", () => {
  test("applies at once in any spelling, beside those of the file, and its hits are counted", async () => {
    expect(await publish("今天全场打骨折")).toBe("SUCCESS");
    await put("打骨折");
    expect(await publish("今天全场打 骨-折")).toContain("CONTENT_HELD");
    await put("打骨折", "reject");
    expect(await publish("今天全场打骨折")).toContain("CONTENT_REJECTED");
    // From the sample list.
    expect(await publish("跟我兼职刷单")).toContain("CONTENT_HELD");
    expect(await publish("跟我兼职刷单，打骨折"), "the graver one").toContain("CONTENT_REJECTED");
    await put("Spam", "reject");
    expect(await publish("spamming is a word")).toBe("SUCCESS");
    expect(await publish("buy ＳＰＡＭ now")).toContain("CONTENT_REJECTED");
    expect(await shown()).toEqual([
      ["Spam", "reject", 1],
      ["打骨折", "reject", 3],
    ]);
    const fields = { nickname: "打骨折", avatar: "", headline: "", bio: "", company: "", city: "" };
    expect(await refusalOf(upstream.call(userApi.update, { body: fields }, { as: member }))).toContain(
      "CONTENT_REJECTED",
    );
  });

  test("is stored once, however it is typed; removed or undone, it no longer applies", async () => {
    await put("打骨折");
    await put("打 骨 折", "reject");
    expect(await shown()).toEqual([["打骨折", "reject", 0]]);
    await undo();
    expect(await publish("今天全场打骨折")).toContain("CONTENT_HELD");
    const [word] = await list("骨");
    await upstream.call(adminWordApi.remove, { body: { id: word?.id ?? 0 } }, { token: owner });
    expect(await publish("今天全场打骨折")).toBe("SUCCESS");
    await undo();
    expect(await publish("今天全场打骨折")).toContain("CONTENT_HELD");
    for (const wrong of ["", "。。。", "a,b", "#话题", "[reject]"]) {
      expect(await refusalOf(put(wrong)), wrong).toContain("INVALID_PARAMS");
    }
  });
});

describe("a list", () => {
  const LIST =
    '\ufeff# 我们的词\n打骨折\n[reject]\n包过考试 # 见第三条\r\n\n低价代写,review\n"薅羊毛",拒绝\n打骨折,reject';

  test("is checked before the import: nothing changes, and public texts are searched for its words", async () => {
    await put("打骨折");
    const write = createWriter(upstream);
    const articleId = await write.article({ authorId: member, content: "这里包过考试" });
    await write.comment({ authorId: member, targetKind: "article", targetId: articleId, text: "我也来薅 羊毛" });
    expect(await bulk("check", LIST)).toEqual({ added: 3, changed: 1, same: 0, searched: 2, matching: 2 });
    expect(await shown()).toEqual([["打骨折", "review", 0]]);
  });

  test("is imported completely or not at all, and the import is undone at once", async () => {
    await put("打骨折");
    expect(await refusalOf(bulk("import", `${LIST}\n甲,乙,丙\n好词,没有`))).toBe(
      "INVALID_PARAMS: 这些行不是词：第 9 行：甲,乙,丙；第 10 行：好词,没有",
    );
    expect(await shown()).toHaveLength(1);
    expect(await bulk("import", LIST)).toEqual({ added: 3, changed: 1, same: 0 });
    expect(await shown()).toEqual([
      ["薅羊毛", "reject", 0],
      ["低价代写", "review", 0],
      ["包过考试", "reject", 0],
      ["打骨折", "reject", 0],
    ]);
    expect(await bulk("import", LIST)).toEqual({ added: 0, changed: 0, same: 4 });
    await undo();
    expect(await shown()).toEqual([["打骨折", "review", 0]]);
    await put("包过考试");
    await bulk("import", LIST);
    await put("包过考试");
    const { list: rows } = await upstream.call(auditApi.list, { query: {} }, { token: owner });
    const imported = rows.find(({ action, undoable }) => action === "word.import" && undoable);
    const back = upstream.call(auditApi.undo, { body: { id: imported?.id ?? 0 } }, { token: owner });
    expect(await refusalOf(back), "changed since").toContain("CONFLICT");
  });
});

test("can't be read by staff who may only check texts", async () => {
  await put("打骨折", "reject");
  const look = (text: string) => upstream.call(adminWordApi.test, { body: { text } }, { token: moderator });
  expect(await look("全场打 骨折啦")).toEqual({
    found: { word: "打骨折", action: "reject" },
    parts: [
      { text: "全场", matched: false },
      { text: "打 骨折", matched: true },
      { text: "啦", matched: false },
    ],
  });
  expect((await look("没有")).found).toBeNull();
  expect(await refusalOf(upstream.call(adminWordApi.list, { query: {} }, { token: moderator }))).toContain("FORBIDDEN");
  expect((await list())[0]?.hits, "a try is no hit").toBe(0);
});

test("another process applies a new word at its next check", async () => {
  const folder = mkdtempSync(join(tmpdir(), "shequ-words-"));
  // An in-memory database would belong to one process.
  const file = { database: { kind: "sqlite", file: join(folder, "shequ.db") } } as const;
  const shared = await createTestUpstream(PG_SERVER ? {} : { config: file });
  const other = await createUpstream({ ...shared.services.config, checkReplies: true });
  try {
    const token = await staffToken(shared, await addStaff(shared, "owner"));
    const found = async () => {
      const reply = await other.call("POST /api/ext/admin/word/test", {
        params: {},
        query: {},
        header: (name) => (name === "authorization" ? `Bearer ${token}` : null),
        text: async () => JSON.stringify({ text: "全场打骨折" }),
        memo: null,
      });
      return (reply.data as { found: unknown }).found;
    };
    expect(await found()).toBeNull();
    await shared.call(adminWordApi.put, { body: { word: "打骨折", action: "reject" } }, { token });
    // Here both share one event loop, in each turn of which a process checks once.
    await setImmediate();
    expect(await found()).toEqual({ word: "打骨折", action: "reject" });
  } finally {
    await other.close();
    await shared.close();
    rmSync(folder, { recursive: true, force: true });
  }
});
