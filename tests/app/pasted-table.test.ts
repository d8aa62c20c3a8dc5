import { expect, it, test } from "vitest";
import { countWords, countWordsOfSource } from "#app/contract/text/count-words";
import { cellsOfTable } from "#app/contract/text/html-markdown";
import type { HtmlElement, HtmlNode } from "#app/contract/text/html-node";
import { cellOf, tableMarkdown } from "#app/contract/text/table-markdown";
import { cellsOfText, isInCode } from "#app/features/write/tools/pasted-cells";

it("spreadsheet cells become a table, with numbers aligned right", () => {
  const cells = cellsOfText("城市\t人口\r\n北京\t2,189\r\n上海\t2487\r\n");
  expect(cells && tableMarkdown(cells)).toBe("| 城市 | 人口 |\n| --- | ---: |\n| 北京 | 2,189 |\n| 上海 | 2487 |");
});

it("a cell can't end its column or format its text", () => {
  expect(cellOf("a|b *c* `d` <e>")).toBe("a\\|b \\*c\\* \\`d\\` \\<e>");
  expect(cellOf("第一行\n第二行 ")).toBe("第一行<br>第二行");
});

it("an HTML cell keeps its visible line breaks, not those of the source", () => {
  const element = (tag: string, ...children: HtmlNode[]): HtmlElement => ({ tag, attribute: () => null, children });
  const cells = element("tr", element("td", "1", element("br"), "2"), element("td", "很长的\n  一句"));
  expect(cellsOfTable(element("table", cells), cellOf)).toEqual([["1<br>2", "很长的 一句"]]);
});

test.each([
  ["one line", "甲\t乙"],
  ["no tabs", "甲\n乙"],
  ["rows that differ", "甲\t乙\n丙"],
  ["indented code", "\tif (a)\n\treturn"],
])("%s is no table", (_, text) => expect(cellsOfText(text)).toBeNull());

it("nothing becomes a table within a code block", () => {
  const text = "前\n```\n码\n```\n后";
  expect(isInCode(text, text.indexOf("码"))).toBe(true);
  expect(isInCode(text, text.length)).toBe(false);
});

test.each([
  ["先给结论：可以。", 6],
  ["用 TypeScript 写 3.14 个 don’t", 6],
  ["Vue3的组合式API", 6],
  ["", 0],
])("%s is counted as %i words", (text, words) => expect(countWords(text)).toBe(words));

it("link targets and tags are not counted", () => {
  expect(countWordsOfSource("| 一<br>二 | 2 < 3 |")).toBe(4);
  expect(countWordsOfSource("**看** [这里](https://example.com/a-b?c=d) ![](upload:1)")).toBe(3);
});
