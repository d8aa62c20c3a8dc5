import type { PlacedComment } from "#app/contract/comment";
import { KINDS } from "#app/contract/kinds";
import { answerPath, pagePath } from "#app/features/content/page-path.server";
import { encodeId } from "#app/server/short-id.server";

/** A comment in a profile with the address of the comments that it stands among. */
export function placedCommentLinks(comment: PlacedComment) {
  const { id, author, text, target, inReplyTo, createdAt } = comment;
  return {
    id,
    author: { userId: author.userId, nickname: author.nickname, avatar: author.avatar },
    text,
    target: { name: KINDS[target.kind].name, title: target.title },
    inReplyTo: inReplyTo && { by: inReplyTo.author?.nickname ?? null, text: inReplyTo.text },
    createdAt,
    href: placedCommentHref(target),
  };
}

export type PlacedCommentData = ReturnType<typeof placedCommentLinks>;

/** The comments of what somebody commented on. */
export function placedCommentHref({ kind, id, questionId }: PlacedComment["target"]): string {
  if (kind !== "answer") return `${pagePath(kind, id)}${kind === "question" ? "?comments=question" : ""}#comments`;
  const answer = encodeId(id);
  const comments = questionId === null ? "" : `&comments=answer-${answer}`;
  return `${answerPath(id, questionId)}${comments}#comments-${answer}`;
}
