import { expect, test } from "vitest";
import { markerOf } from "#upstream/modules/search/marks";
import { snippetOf } from "#upstream/modules/search/snippet";

const told = (body: string, ...words: string[]) =>
  snippetOf(body, markerOf(words))
    .map(({ text, hit }) => (hit ? `[${text}]` : text))
    .join("");

/** Plain text of a report: one block per line, one cell after the other. */
const REPORT = [
  "密钥",
  "17",
  "数据库用户",
  "11",
  "一服务一用户",
  "二、轮换",
  "轮换不能只靠日历，要看谁还在用。",
  "新用户先拿只读的权限，三天之后再放开。",
  "const user = 1;",
].join("\n");

test("a snippet consists of sentences rather than of the table cells around them", () => {
  expect(told(REPORT, "用户")).toBe("轮换不能只靠日历，要看谁还在用。新[用户]先拿只读的权限，三天之后再放开。");
});

test("a match in a table cell is shown with the neighbouring cells, separated", () => {
  expect(told(REPORT, "密钥")).toBe(
    "[密钥] · 17 · 数据库用户 · 11 · 一服务一用户 · 二、轮换 · 轮换不能只靠日历，要看谁还在用。 · 新用户先拿只读的权限，三天之后再放开。 · const user = 1;",
  );
});

test("without a match the snippet is the readable beginning, or whatever the text has", () => {
  expect(told(REPORT, "没有")).toMatch(/^轮换不能只靠日历/);
  expect(told("密钥\n17", "没有")).toBe("密钥 · 17");
  expect(told("One sentence here.\nAnother one follows.", "nothing")).toBe("One sentence here. Another one follows.");
});

test("a single character is marked if it is next to a matched word, or if nothing longer matches", () => {
  expect(told("技术债不是债。他的技术还债。", "技术", "债")).toBe("[技术债]不是债。他的[技术]还债。");
  expect(told("欠债技术，c 语言与 abc语言、c语言。", "债", "技术", "c", "语言")).toBe(
    "欠[债技术]，c [语言]与 abc[语言]、[c语言]。",
  );
  expect(told("欠债还钱。", "债")).toBe("欠[债]还钱。");
});

test("letters, digits and punctuation of a phrase are marked in either width", () => {
  expect(told("Ｖｕｅ３ 好用，真的（很好）！对吗？", "vue", "好用,真的(很好)!")).toBe(
    "[Ｖｕｅ３] [好用，真的（很好）！]对吗？",
  );
  expect(told("node．js 与 a＋b 在此。", "node-js", "a+b")).toBe("[node．js] 与 [a＋b] 在此。");
});

test("a text that repeats one character is searched quickly", () => {
  expect(markerOf(["技术", "债"])("债".repeat(200_000))).toEqual([]);
});
