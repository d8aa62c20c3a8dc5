import type { KindWith } from "#app/contract/kinds";
import type { VersionKey } from "#upstream/db/versions";

/**
 * Version keys of the pages that show a thing, for `bump` after a change of it: its own page, the lists that it is in
 * and the
 * profile of who wrote it. Pages of profiles that show it beside others (favorites, followed questions)
 * depend on its own key.
 */
export const questionKeys = (question: { id: number; author_id: number }): VersionKey[] => [
  `question/${question.id}`,
  "questions",
  "feed",
  `profile/${question.author_id}`,
];

/** Version keys of the pages that show an answer. */
export const answerKeys = (answer: { question_id: number; author_id: number }): VersionKey[] => [
  `question/${answer.question_id}`,
  "answers",
  `profile/${answer.author_id}`,
];

/** Version keys of the pages that show an article. */
export const articleKeys = (article: { id: number; author_id: number }): VersionKey[] => [
  `article/${article.id}`,
  "articles",
  "feed",
  `profile/${article.author_id}`,
];

/** Version keys of the pages that show a case. */
export const caseKeys = (one: { id: number }): VersionKey[] => [`case/${one.id}`, "cases", "feed"];

/** Key of the page that a thing stands on: an answer's is its question's, or that of all answers where it is not known. */
export function pageKeyOf(thing: { kind: KindWith<"searchable">; id: number; questionId: number | null }): VersionKey {
  if (thing.kind !== "answer") return `${thing.kind}/${thing.id}`;
  return thing.questionId === null ? "answers" : `question/${thing.questionId}`;
}
