import type { PlacedComment } from "#app/contract/content/comment";
import { KINDS } from "#app/contract/kinds";
import { isPart, type Part } from "#app/contract/parts";
import { answerPath, pagePath } from "#app/features/content/page-path.server";
import type { ServerArgs } from "#app/server/server-args.server";
import { partsOff } from "#app/server/site/require-part.server";
import { encodeId } from "#app/server/urls/short-id.server";

/** Adds links to comments in a profile. */
export async function placedCommentList(args: ServerArgs, comments: readonly PlacedComment[]) {
  const off = await partsOff(args);
  return comments.map((comment) => placedCommentLinks(comment, off));
}

function placedCommentLinks(comment: PlacedComment, off: readonly Part[]) {
  const { id, author, text, target, inReplyTo, createdAt } = comment;
  return {
    id,
    author: { userId: author.userId, nickname: author.nickname, avatar: author.avatar },
    text,
    target: { name: KINDS[target.kind].name, title: target.title },
    inReplyTo: inReplyTo && { by: inReplyTo.author?.nickname ?? null, text: inReplyTo.text },
    createdAt,
    /** Null if its target belongs to a part that the site lacks. */
    href: isPart(target.kind) && off.includes(target.kind) ? null : placedCommentHref(target),
  };
}

/** A comment in its author's list, with links. */
export type PlacedCommentData = ReturnType<typeof placedCommentLinks>;

/** URL of the comments of a target. */
export function placedCommentHref({ kind, id, questionId }: PlacedComment["target"]): string {
  if (kind !== "answer") return `${pagePath(kind, id)}${kind === "question" ? "?comments=question" : ""}#comments`;
  const answer = encodeId(id);
  const comments = questionId === null ? "" : `&comments=answer-${answer}`;
  return `${answerPath(id, questionId)}${comments}#comments-${answer}`;
}
