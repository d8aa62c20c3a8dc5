import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { draftKeyOf, keyInSlot, slotOfStored, storedUnder, targetOfStored } from "#app/features/write/model/draft-keys";

const KEY = draftKeyOf(1, "question/new");

test("a stored draft's name says whose it is, of what, and in which slot", () => {
  const [first, second] = [`${storedUnder(KEY)}0`, `${storedUnder(keyInSlot(KEY, "abcdefgh12"))}3`];
  expect([first, second].map((name) => slotOfStored(name, KEY))).toEqual(["", "abcdefgh12"]);
  expect([first, second].map((name) => targetOfStored(name, 1))).toEqual(["question/new", "question/new/abcdefgh12"]);
  expect([first, second].map((name) => targetOfStored(name, 11))).toEqual([null, null]);
  expect(slotOfStored(`${storedUnder(draftKeyOf(1, "question/1"))}2`, draftKeyOf(1, "question/12"))).toBeNull();
});

test.each([
  "",
  "draft-synced:1:question/new",
  "draft:1:question/new",
  "draft:1:question/new:",
  "draft:1:question/new/A:0",
])("%j is no draft of a new question", (name) => {
  expect(slotOfStored(name, KEY)).toBeNull();
});

test("the names can be known without loading anything else", () => {
  expect(readFileSync("app/features/write/model/draft-keys.ts", "utf8")).not.toMatch(/^import|import\(/m);
});
