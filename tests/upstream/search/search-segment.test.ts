import { dict } from "@node-rs/jieba/dict";
import { describe, expect, test } from "vitest";
import { newerWords } from "#upstream/services/search/newer-words";
import { fold, normalize } from "#upstream/services/search/normalize";
import { parseQuery } from "#upstream/services/search/parse-query";
import { cutWords, segment } from "#upstream/services/search/segment";

describe("segment", () => {
  test("cuts Chinese into pairs, and separates pairs inside words from those across words", () => {
    const { words, rest } = segment("产品和服务");
    expect(words).toEqual(["产品", "和", "服务"]);
    expect(rest).toEqual(expect.arrayContaining(["品和", "和服", "产", "品", "服", "务"]));
    expect(segment("数据库").words).toEqual(["数据", "据库"]);
  });

  test("keeps words of recent years whole that the dictionary lacks, and no others around them", () => {
    for (const word of ["小程序", "区块链", "大模型", "微服务", "低代码"]) {
      expect(cutWords(`我们的${word}怎么样`), word).toContain(word);
      expect(segment(word).words, word).toEqual([word.slice(0, 2), word.slice(1)]);
    }
    // What is marked in the results: not each 小.
    expect(parseQuery("小程序登录").terms.map(({ word }) => word)).toEqual(["小程序", "登录"]);
    expect(cutWords("小程序员")).toEqual(["小", "程序员"]);
    expect(cutWords("扩大模型")).toEqual(["扩大", "模型"]);
    expect(cutWords("单元学习")).toEqual(["单元", "学习"]);
  });

  test("newer words are really missing in the dictionary, and listed once", () => {
    const listed = newerWords().toString().split("\n");
    const words = listed.map((line) => line.split(" ")[0] ?? "");
    expect(new Set(words).size).toBe(words.length);
    const shipped = new Set(
      dict
        .toString()
        .split("\n")
        .map((line) => line.split(" ")[0]),
    );
    expect(words.filter((word) => shipped.has(word))).toEqual([]);
  });

  test("includes every pair and every character of a text", () => {
    const text = "今天天气很好我们去踩坑";
    const { words, rest } = segment(text);
    const tokens = new Set([...words, ...rest]);
    const characters = [...text];
    for (const [index, character] of characters.entries()) {
      expect(tokens).toContain(character);
      const next = characters[index + 1];
      if (next) expect(tokens).toContain(character + next);
    }
  });

  test("keeps Latin words whole, and compounds also joined", () => {
    expect(segment("PostgreSQL和Ｒｅｄｉｓ").words).toEqual(["postgresql", "和", "redis"]);
    expect(segment("Node.js").words).toEqual(["node", "js"]);
    expect(segment("Node.js").rest).toEqual(["nodejs"]);
    expect(segment("Vue3").rest).toEqual(["vue3"]);
    expect(segment("K8s H5").words).toEqual(["k8s", "h5"]);
    expect(segment("C++、C#、F# 与 Notepad++").words).toEqual(["c++", "c#", "f#", "与", "notepad"]);
    expect(segment("约 3.5 倍，1,000 次").words).toEqual(["约", "3", "5", "倍", "1", "000", "次"]);
    expect(segment("Café").words).toEqual(["cafe"]);
  });

  test("returns nothing for a text without words", () => {
    expect(segment("……！？\u0000")).toEqual({ words: [], rest: [] });
  });
});

describe("parseQuery", () => {
  const words = (text: string) => parseQuery(text).terms.map((term) => term.word);

  test("drops stop words unless there are no others", () => {
    expect(words("如何才能提高效率")).toEqual(["才能", "提高", "效率"]);
    expect(words("缓存的一致性")).toEqual(["缓存", "一致性"]);
    expect(words("怎么")).toEqual(["怎么"]);
  });

  test("searches for longer Latin words by prefix, and for others exactly", () => {
    const lookups = (text: string) =>
      parseQuery(text).terms.flatMap((term) => term.readings.flatMap(({ lookups: all }) => all));
    expect(lookups("postg")).toEqual([{ token: "postg", prefix: true }]);
    expect(lookups("go")).toEqual([{ token: "go", prefix: false }]);
    expect(lookups("2026")).toEqual([{ token: "2026", prefix: false }]);
    expect(lookups("优化")).toEqual([{ token: "优化", prefix: false }]);
  });

  test("accepts both kinds of quotes", () => {
    expect(parseQuery('"延迟 双删"').phrases).toEqual(["延迟双删"]);
    expect(parseQuery("“延迟双删” 缓存").phrases).toEqual(["延迟双删"]);
    expect(parseQuery('缓存"').phrases).toEqual([]);
  });

  test("notes which words are adjacent", () => {
    expect(parseQuery("代码评审").crossWordPairs.map((joint) => joint.token)).toEqual(["码评"]);
    expect(parseQuery("代码 评审").crossWordPairs).toEqual([]);
  });

  test("searches for a few words at most", () => {
    expect(
      parseQuery(Array.from({ length: 200 }, (_, index) => `w${index}`).join(" ")).terms.length,
    ).toBeLessThanOrEqual(16);
  });
});

describe("normalize and fold", () => {
  test("unify width, case and accents", () => {
    expect(normalize("ＳＱＬ优化 Café ㎡")).toBe("sql优化 cafe m2");
  });

  test("fold keeps every character at its position", () => {
    for (const text of ["ＳＱＬ优化，Café……", "İstanbul", "ǅ ﬁ ㎡", "𠮷野家"])
      expect(fold(text)).toHaveLength(text.length);
    expect(fold("ＳＱＬ Café")).toBe("sql cafe");
  });
});
