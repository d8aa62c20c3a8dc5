import { expect, test } from "vitest";
import { isReaction } from "#app/features/reaction/react.server";
import type { ReactionState, ReactionTarget } from "#app/features/reaction/reaction";

const ASKED: `${ReactionTarget}:${ReactionState}`[] = [
  "like:article:5:on",
  "like:comment:5:off",
  "favorite:question:5:on",
  "favorite:zhiku:5:off",
  "follow:user:5:on",
  "follow:question:5:off",
  "follow:tag:2026:on",
  "follow:tag:C++：入门:off",
  "follow:tag:a:b:on",
  "vote:answer:5:up",
  "vote:answer:5:none",
];

test.each(ASKED)("a button may ask for %s", (text) => {
  expect(isReaction(text)).toBe(true);
});

test.each([
  "",
  "like:article:5",
  "like:article:5:up",
  "like:article:x:on",
  "like:user:5:on",
  "favorite:comment:5:on",
  "follow:user:someone:on",
  "follow:article:5:on",
  "follow:tag::on",
  "vote:answer:5:on",
  "vote:case:1:maybe",
  "vote:question:1:up",
  "constructor:constructor:5:on",
])("no button asks for %j", (text) => {
  expect(isReaction(text)).toBe(false);
});
