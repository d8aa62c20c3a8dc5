import { expect, test } from "vitest";
import { isQuickPattern } from "#upstream/modules/form/try-pattern";

test.each(["^(\\d+|\\w+)*$", "([\\u4e00-\\u9fa5]+)*！"])("%s is recognized as slow", async (pattern) => {
  expect(await isQuickPattern(pattern)).toBe(false);
});

test.each(["^\\d{6}$", "^[\\u4e00-\\u9fa5]{2,10}$"])("%s is fast enough", async (pattern) => {
  expect(await isQuickPattern(pattern)).toBe(true);
});
