import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestUpstream, type TestUpstream } from "#tests/upstream/support/harness";
import { PG_SERVER } from "#tests/upstream/support/pg-server";
import { transact } from "#upstream/db/transact";
import { parseQuery } from "#upstream/services/search/parse-query";
import { relatedQuestions } from "#upstream/services/search/related";
import type { SearchKind } from "#upstream/services/search/search";
import { sqliteBackEnd } from "#upstream/services/search/sqlite";
import { type ExpectedQuery, KINDS, putCorpus, readFixture } from "./search-corpus";

const BACK_END = PG_SERVER ? "postgres" : "sqlite";

describe(`search on ${BACK_END}`, () => {
  let upstream: TestUpstream;
  let titles: Map<string, string>;

  beforeAll(async () => {
    upstream = await createTestUpstream();
    titles = await putCorpus(upstream.services);
  });
  afterAll(() => upstream.close());

  const find = async (text: string, kinds: readonly SearchKind[] = KINDS.all, options = {}) => {
    const { db, search } = upstream.services;
    return search.find(db, { text, kinds, offset: 0, limit: 20, ...options });
  };
  const titlesOf = async (text: string, kinds: readonly SearchKind[] = KINDS.all) =>
    (await find(text, kinds)).hits.map((hit) => titles.get(`${hit.kind}/${hit.id}`) ?? "");

  describe("finds what people look for among the first three", () => {
    test.each(readFixture<ExpectedQuery[]>("search-queries"))("$query ($scope)", async ({ query, title, scope }) => {
      expect((await titlesOf(query, KINDS[scope])).slice(0, 3)).toContain(title);
    });
  });

  describe("orders", () => {
    test("matches in the title rank above matches in the text", async () => {
      const titles = await titlesOf("索引");
      expect(titles[0]).toBe("MySQL 索引为什么会失效");
      expect(titles).toContain("SQL优化：从一条慢查询说起");
    });

    test("texts with all words rank above texts with some", async () => {
      const [first, ...others] = await titlesOf("先更新 删缓存 时序");
      expect(first).toBe("缓存和数据库的一致性，先更新库再删缓存真的够用吗？");
      expect(others).toContain("Redis 缓存穿透、击穿和雪崩");
    });

    test("whole words rank above pairs across two words", async () => {
      const found = await titlesOf("工资");
      expect(found.indexOf("工资条里的五险一金")).toBe(0);
      expect(found).toContain("员工资料管理系统改造");
    });

    test("adjacent words rank above separate ones", async () => {
      const entry = { kind: "case", createdAt: "2026-01-01T00:00:00.000Z", body: "" } as const;
      await upstream.services.search.put(upstream.services.db, [
        { ...entry, id: 9001, title: "水母养殖手册" },
        { ...entry, id: 9002, title: "养殖业里的水母", createdAt: "2026-02-01T00:00:00.000Z" },
      ]);
      expect((await find("水母养殖")).hits.map((hit) => hit.id)).toEqual([9001, 9002]);
    });

    test("of two equal matches, the newer is first", async () => {
      const entry = { kind: "article", title: "潮汐发电", body: "海边的电站。" } as const;
      await upstream.services.search.put(upstream.services.db, [
        { ...entry, id: 9101, createdAt: "2026-01-02T00:00:00.000Z" },
        { ...entry, id: 9102, createdAt: "2026-01-03T00:00:00.000Z" },
        { ...entry, id: 9103, createdAt: "2026-01-01T00:00:00.000Z" },
      ]);
      expect((await find("潮汐")).hits.map((hit) => hit.id)).toEqual([9102, 9101, 9103]);
    });
  });

  describe("reads queries", () => {
    test("quotes search for the exact phrase", async () => {
      expect(await titlesOf('"更新库再删缓存"')).toContain("缓存和数据库的一致性，先更新库再删缓存真的够用吗？");
      expect(await titlesOf('"删缓存再更新库"')).toEqual([]);
      expect(await titlesOf('"先更新库再删缓存" binlog')).toHaveLength(1);
      // White space and width are ignored; an unclosed quote is not a quote.
      expect(await titlesOf("＂ＳＱＬ 优化＂")).toContain("SQL优化：从一条慢查询说起");
      expect(await titlesOf('"灰度')).toContain("灰度发布的七个检查点");
    });

    test("stop words count only if there are no others", async () => {
      expect(await titlesOf("的")).not.toEqual([]);
      expect(await titlesOf("怎么")).not.toEqual([]);
      expect((await find("怎么 写 周报 的")).words).toEqual(["写", "周报"]);
    });

    test("pinyin that could be a grammar word means the other word, however rare", async () => {
      const entry = { kind: "case", createdAt: "2026-01-01T00:00:00.000Z", body: "" } as const;
      const titled = ["只是听说", "只是路过", "只是夜里", "钓鱼的知识"];
      await upstream.services.search.put(
        upstream.services.db,
        titled.map((title, at) => ({ ...entry, id: 9311 + at, title })),
      );
      for (const [at, title] of titled.entries()) titles.set(`case/${9311 + at}`, title);
      const mended = async (query: string) => (await find(query)).shownFor;
      expect(await mended("zhishi diaoyu")).toBe("知识 钓鱼");
      expect(await mended("zhishidiaoyu")).toBe("知识钓鱼");
    });

    test("of a rare word, texts that contain the words inside it are found as well, ranked lower", async () => {
      const entry = { kind: "case", createdAt: "2026-01-01T00:00:00.000Z", body: "" } as const;
      await upstream.services.search.put(upstream.services.db, [
        { ...entry, id: 9301, title: "驾驶舱的灯光", body: "另一间驾驶室的灯光更暗" },
        { ...entry, id: 9302, title: "驾驶习惯与油耗" },
      ]);
      titles.set("case/9301", "驾驶舱的灯光").set("case/9302", "驾驶习惯与油耗");
      expect(await titlesOf("驾驶室")).toEqual(["驾驶舱的灯光", "驾驶习惯与油耗"]);
      expect((await find("驾驶室", KINDS.all, { sort: "newest" })).total).toBe(1);
      expect(await titlesOf("驾驶证")).toHaveLength(2);
      expect(await titlesOf('"驾驶室"')).toEqual(["驾驶舱的灯光"]);
    });

    test("a query without words finds nothing", async () => {
      for (const text of ["", "  ", "？！", "😀", '""', "“”", "\u0000", "*"]) {
        expect(await find(text)).toMatchObject({ hits: [], total: 0 });
      }
    });

    test("hostile input never throws", async () => {
      const hostile = [
        '"',
        "'",
        "'' OR 1=1 --",
        "words : 灰度",
        "NEAR(灰度 发布, 2)",
        "灰度 AND",
        "NOT 灰度",
        "^灰度*",
        "{title body}: x",
        "a:b & c | !d <-> (",
        "\\",
        "\\'灰度",
        "灰\u0000度",
        "\ud800灰度\udfff",
        "𠮷野家",
        "%_[]{}()",
        "あいうえお ガギグ 한국어 Привет مرحبا",
        "é".repeat(60),
        "测".repeat(3000),
        "a".repeat(5000),
        Array.from({ length: 300 }, (_, index) => `词${index}`).join(" "),
        "“".repeat(500),
        `"${Array.from({ length: 390 }, (_, index) => String.fromCodePoint(0x4e00 + index * 7)).join("")}"`,
        Array.from({ length: 390 }, (_, index) => String.fromCodePoint(0x4e00 + index * 7)).join(""),
        "'':*A",
        "__proto__ constructor",
      ];
      for (const text of hostile) {
        const { hits, total } = await find(text);
        expect(hits.length).toBeLessThanOrEqual(total);
      }
    });
  });

  describe("keeps the index true", () => {
    const entry = { kind: "article", id: 9201, createdAt: "2026-01-01T00:00:00.000Z" } as const;

    test("put replaces a document, and remove removes it", async () => {
      const { db, search } = upstream.services;
      await search.put(db, [{ ...entry, title: "鹦鹉螺化石", body: "第一稿" }]);
      await search.put(db, [{ ...entry, title: "琥珀化石", body: "第二稿" }]);
      expect((await find("鹦鹉螺")).total).toBe(0);
      expect((await find("琥珀")).total).toBe(1);
      await search.remove(db, "article", 9201);
      await search.remove(db, "article", 9201);
      expect((await find("琥珀")).total).toBe(0);
    });

    test("a rolled back transaction leaves no trace in the index", async () => {
      const { db, search } = upstream.services;
      const failed = transact(db, async (trx) => {
        await search.put(trx, [{ ...entry, title: "昙花一现", body: "" }]);
        throw new Error("no");
      });
      await expect(failed).rejects.toThrow("no");
      expect((await find("昙花")).total).toBe(0);
    });

    test("an answer is found by its question's words too, and follows when the question is renamed", async () => {
      const { db, search } = upstream.services;
      const question = { kind: "question", id: 9301, body: "", createdAt: entry.createdAt } as const;
      await search.put(db, [
        { ...question, title: "河马怎么洗澡" },
        { kind: "answer", id: 9302, questionId: 9301, title: "", body: "用高压水枪。", createdAt: entry.createdAt },
      ]);
      expect((await find("河马 水枪")).hits[0]).toEqual({ kind: "answer", id: 9302 });
      await search.put(db, [{ ...question, title: "犀牛怎么洗澡" }]);
      expect((await find("犀牛 水枪")).hits[0]).toEqual({ kind: "answer", id: 9302 });
      expect((await find("河马")).total).toBe(0);
    });

    test("very long and very unusual texts can be indexed", async () => {
      const { db, search } = upstream.services;
      const han = Array.from({ length: 100_000 }, (_, index) =>
        String.fromCodePoint(0x4e00 + ((index * 7919) % 20_000)),
      );
      const body = `${han.join("")}\u0000 ${"x".repeat(10_000)} ${"' \\ : * & | ! ( )".repeat(50)}`;
      await search.put(db, [{ ...entry, id: 9401, title: "极限\u0000长文", body }]);
      expect((await find("极限长文")).hits).toContainEqual({ kind: "article", id: 9401 });
    });
  });

  describe("stays bounded", () => {
    const createdAt = "2025-01-01T00:00:00.000Z";

    test("answers of a renamed question have its new words and their own current text, however many are indexed together", async () => {
      const { db, search } = upstream.services;
      const question = { kind: "question" as const, id: 9700, title: "犰狳吃什么", body: "", createdAt };
      const answer = (id: number, body: string) => ({
        kind: "answer" as const,
        id,
        questionId: 9700,
        title: "",
        body,
        createdAt,
      });
      await search.put(db, [question, answer(9701, "旧的说法"), answer(9702, "别的说法")]);
      const between = Array.from({ length: 150 }, (_, at) => answer(9710 + at, "蚂蚁"));
      await search.put(db, [{ ...question, title: "穿山甲吃什么" }, ...between, answer(9701, "白蚁窝")]);
      expect((await find("犰狳")).total).toBe(0);
      expect((await find("穿山甲 说法")).hits[0]).toEqual({ kind: "answer", id: 9702 });
      expect((await find("穿山甲 白蚁窝")).hits[0]).toEqual({ kind: "answer", id: 9701 });
      expect((await find("旧的说法")).hits).not.toContainEqual({ kind: "answer", id: 9701 });
      expect((await find("穿山甲")).total).toBe(153);
    });

    test("one question with its answers does not fill a page", async () => {
      const { db, search } = upstream.services;
      const answers = Array.from({ length: 10 }, (_, index) => ({
        kind: "answer" as const,
        id: 9500 + index,
        questionId: 9500,
        title: "",
        body: `翡翠的第${index}种鉴别方法`,
        createdAt,
      }));
      await search.put(db, [{ kind: "question", id: 9500, title: "翡翠怎么鉴别", body: "", createdAt }, ...answers]);
      expect((await find("翡翠")).total).toBe(11);
      const { hits, total } = await find("翡翠", KINDS.all, { perQuestion: 2 });
      expect(total).toBe(2);
      expect(hits[0]).toEqual({ kind: "question", id: 9500 });
    });

    test("totals are exact up to 500, pages have each hit once, and titles are found however old", {
      timeout: 60_000,
    }, async () => {
      const { db, search } = upstream.services;
      const article = (id: number) => ({
        kind: "article" as const,
        id,
        title: "流水账",
        body: "今天记录珊瑚白化。",
        createdAt,
      });
      await search.put(db, [{ ...article(20_000), title: "珊瑚图鉴", body: "" }]);
      const ids = (from: number, count: number) => Array.from({ length: count }, (_, index) => from + index);
      await transact(db, (trx) => search.put(trx, ids(20_001, 449).map(article)));
      expect((await find("珊瑚")).total).toBe(450);
      await transact(db, (trx) => search.put(trx, ids(21_000, 150).map(article)));
      expect((await find("珊瑚")).total).toBe(500);
      const pages = await Promise.all(
        [0, 1].map((page) => find("珊瑚", KINDS.all, { offset: page * 250, limit: 250 })),
      );
      const all = pages.flatMap((page) => page.hits.map((hit) => hit.id));
      expect(new Set(all).size).toBe(500);
      expect(all[0]).toBe(20_000);
      expect((await find("珊瑚", KINDS.all, { offset: 500 })).hits).toEqual([]);

      const thread = ids(30_000, 60).map((id) => ({
        ...article(id),
        kind: "answer" as const,
        title: "",
        questionId: 30_000,
      }));
      await transact(db, async (trx) => {
        await search.put(trx, [{ ...article(30_000), kind: "question" }]);
        await search.put(trx, thread);
      });
      // Answers that are left out make room for other texts.
      expect((await find("珊瑚", KINDS.all, { perQuestion: 2 })).total).toBe(500);
    });
  });

  test("related questions share the rarer words of the title", async () => {
    const { db, search } = upstream.services;
    const idOf = (title: string) =>
      Number([...titles].find(([key, one]) => key.startsWith("question/") && one === title)?.[0].split("/")[1]);
    const own = idOf("产品经理需要懂技术吗？");
    const related = await relatedQuestions(search, db, { id: own, title: "产品经理需要懂“技术”吗？" });
    expect(related).not.toContain(own);
    expect(related.length).toBeLessThanOrEqual(8);
    const other = idOf("缓存和数据库的一致性，先更新库再删缓存真的够用吗？");
    expect(await relatedQuestions(search, db, { id: 1, title: "更新数据库时要不要删缓存？" }, 1)).toEqual([other]);
  });
});

test("on SQLite every query reads the word index and fetches documents by id", async () => {
  const { services, close } = await createTestUpstream({ config: { database: { kind: "sqlite", file: ":memory:" } } });
  const { terms, crossWordPairs, stopWordsOnly } = parseQuery("代码评审 postg");
  for (const within of ["titles", "texts"] as const) {
    const query = { within, terms, crossWordPairs, limit: 10, stopWordsOnly };
    const where = sql`d.kind in ('article')`;
    const lookup = { within, limit: 10, stopWordsOnly, expression: sqliteBackEnd.all(sqliteBackEnd.conditions(query)) };
    const ask = sqliteBackEnd.select(lookup, { number: 0, narrowing: { without: [], where } });
    const { rows } = await sql<{ detail: string }>`explain query plan ${ask}`.execute(services.db);
    const plan = rows.map((row) => row.detail).join("\n");
    expect(plan).toContain(`SCAN search_${within} VIRTUAL TABLE INDEX`);
    expect(plan).toMatch(/SEARCH d (?:EXISTS )?USING INTEGER PRIMARY KEY/);
    expect(plan).not.toContain("TEMP B-TREE");
  }
  await close();
});
