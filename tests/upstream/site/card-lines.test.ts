import { expect, test } from "vitest";
import { balancedLines, cutLines, cutTo, widthOf } from "#upstream/modules/share-card/card-lines";

test.each([
  [
    "为什么我的代码在本地能跑，一到服务器上就报错，怎么办？",
    ["为什么我的代码在本地能跑，", "一到服务器上就报错，怎么办？"],
  ],
  ["很长很长的“引号”与（括号）以及《书名》里的C++和Node.js怎么办？", null],
  ["好", ["好"]],
  ["", []],
])("%s is broken between words, into lines of similar width", (title, lines) => {
  const found = balancedLines(title, 15, 3) ?? [];
  if (lines) expect(found).toEqual(lines);
  expect(found.join("").replaceAll(" ", "")).toBe(title.replaceAll(" ", ""));
  for (const line of found) {
    expect(line).not.toMatch(/^[，。？）》”]|[（《“]$/);
    expect(widthOf(line)).toBeLessThanOrEqual(15);
  }
});

test.each(["W".repeat(60), "a-very_long/word.without+any&break".repeat(4), "𠮷".repeat(40)])(
  "%s is broken although it is one word",
  (title) => {
    for (const line of balancedLines(title, 15, 9) ?? []) expect(widthOf(line)).toBeLessThanOrEqual(15);
  },
);

test("text that does not fit is cut with an ellipsis, without a comma before it", () => {
  const title = "很长的标题，".repeat(20);
  expect(balancedLines(title, 15, 3)).toBeNull();
  const lines = cutLines(title, 15, 3);
  expect(lines).toHaveLength(3);
  expect(lines[2]).toMatch(/[^，]…$/);
  for (const line of lines) expect(widthOf(line)).toBeLessThanOrEqual(15);
  expect(cutTo("一个很长的名字", 5)).toBe("一个很长…");
  expect(cutTo("短名", 5)).toBe("短名");
});
