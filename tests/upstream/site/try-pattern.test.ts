import { expect, test } from "vitest";
import { isQuickPattern } from "#upstream/modules/form/try-pattern";

test.each(["^(\\d+|\\w+)*$", "([\\u4e00-\\u9fa5]+)*！"])("%s hangs", async (pattern) => {
  expect(await isQuickPattern(pattern)).toBe(false);
});

test.each(["^\\d{6}$", "^[\\u4e00-\\u9fa5]{2,10}$"])("%s does not", async (pattern) => {
  expect(await isQuickPattern(pattern)).toBe(true);
});
