import type { KindWith } from "#app/contract/kinds";
import { pagePath } from "#app/features/content/page-path.server";
import { paths, withQuery } from "#app/paths";
import { encodeId } from "#app/server/urls/short-id.server";
import { commentQuery } from "./comment-query";

/** A comment, and what it belongs to. */
export type PlacedComment = {
  id: number;
  parentId: number | null;
  target: { kind: KindWith<"paged"> | "answer"; id: number };
  /** Question of an answer; null for other targets. */
  questionId: number | null;
};

/** Path of a comment on the page of what it belongs to, with the list of comments open at it. */
export function commentPath({ id, parentId, target: { kind, id: about }, questionId }: PlacedComment): string {
  const list = commentQuery(id, parentId);
  const anchor = `#comment-${id}`;
  if (kind === "answer") {
    const answer = encodeId(about);
    const opened = { aid: answer, comments: `answer-${answer}`, ...list };
    return withQuery(paths.question(encodeId(questionId ?? 0)), opened) + anchor;
  }
  return withQuery(pagePath(kind, about), kind === "question" ? { comments: "question", ...list } : list) + anchor;
}
