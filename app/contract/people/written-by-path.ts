import type { KindWith } from "#app/contract/kinds";

/** Lists whose path is not the name of their kind. */
const ELSEWHERE: { readonly [K in KindWith<"owned">]?: string } = {
  question: "qna/question",
  answer: "qna/answer",
  comment: "comment/post",
};

/** Path of the list of what a person has written of a kind: `/u/5/article`. */
export const writtenByPath = (kind: KindWith<"owned">, userId: number): string =>
  `/u/${userId}/${ELSEWHERE[kind] ?? kind}`;
