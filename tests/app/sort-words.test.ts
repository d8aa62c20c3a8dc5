import { expect, test } from "vitest";
import { KINDS } from "#app/contract/kinds";
import { verbWords } from "#app/contract/notification/verb-words";
import { SORT_WORDS } from "#app/features/notification-settings/sort-words";

test.each([
  ["favorite", "question"],
  ["favorite", "article"],
  ["follow", "question"],
] as const)("the setting for %s covers what is told about a %s", (sort, target) => {
  expect(verbWords(sort, { target, own: true })).toContain(KINDS[target].name);
  expect(SORT_WORDS[sort].text).toMatch(new RegExp(`内容|${KINDS[target].name}`));
});
