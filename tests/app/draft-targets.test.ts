import { expect, test } from "vitest";
import { draftTarget } from "#app/contract/writing/draft";
import { type DraftPlace, draftTargets, parseDraftTarget } from "#app/contract/writing/draft-targets";
import { draftLabel } from "#app/features/draft-list/draft-label";

const TARGETS: [target: string, place: DraftPlace, label: string][] = [
  [draftTargets.new("question"), { is: "new", kind: "question", slot: undefined }, "问题"],
  [draftTargets.new("article", "abcdefgh12"), { is: "new", kind: "article", slot: "abcdefgh12" }, "文章"],
  [draftTargets.answer(12), { is: "answer", questionId: 12 }, "回答"],
  [draftTargets.change("question", 5), { is: "change", kind: "question", id: 5 }, "修改问题"],
  [draftTargets.change("answer", 3), { is: "change", kind: "answer", id: 3 }, "修改回答"],
  [draftTargets.held(7), { is: "held", id: 7 }, "送审的内容"],
];

test.each(TARGETS)("%s is parsed into what it is built from", (target, place, label) => {
  expect(draftTarget.safeParse(target).success).toBe(true);
  expect(parseDraftTarget(target)).toEqual(place);
  expect(draftLabel(place)).toBe(label);
});

test("a held text's label says its kind where it is known", () => {
  expect(draftLabel({ is: "held", id: 7 }, "answer")).toBe("送审的回答");
});

const JUNK = [
  "",
  "question",
  "poll/new",
  "answer/new",
  "question/new/Slot-1",
  "article/0",
  "held/new",
  "question/1/comment",
];

test.each(JUNK)("%j is no target", (target) => {
  expect(parseDraftTarget(target)).toBeNull();
  expect(draftTarget.safeParse(target).success).toBe(false);
});
