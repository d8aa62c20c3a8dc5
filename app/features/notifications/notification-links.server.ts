import { kindsWith } from "#app/contract/kinds";
import type { NotificationEntry } from "#app/contract/notification/notification";
import type { Part } from "#app/contract/parts";
import { commentPath } from "#app/features/comment/comment-path.server";
import { answerPath, pagePath } from "#app/features/content/page-path.server";
import { leadsToMissingPart } from "#app/server/urls/part-of-path.server";
import { safePath } from "#app/server/urls/safe-path.server";
import { encodeId } from "#app/server/urls/short-id.server";

/** Adds the link to a notification; null if it is about nothing, or belongs to a part that the site lacks. */
export function notificationLinks({ target, ...news }: NotificationEntry, off: readonly Part[]) {
  const href = target && hrefOf(target.path, target.parentId);
  return { ...news, targetKind: target?.kind ?? null, href: href && leadsToMissingPart(href, off) ? null : href };
}

export type NotificationData = ReturnType<typeof notificationLinks>;

const ON_A_PAGE = /^\/([a-z]+)\/(\d{1,15})(?:\?aid=(\d{1,15}))?(?:#comment-(\d{1,15}))?$/;

/** Converts the upstream's path with numeric ids to a page's path, with the relevant comments opened. */
function hrefOf(path: string, parentId: number | null): string {
  const [, kind, id, answer, comment] = ON_A_PAGE.exec(path) ?? [];
  const known = kindsWith("paged").find((one) => one === kind);
  if (!known) return safePath(path);
  const page = pagePath(known, Number(id));
  if (comment) {
    const target = answer ? { kind: "answer" as const, id: Number(answer) } : { kind: known, id: Number(id) };
    return commentPath({ id: Number(comment), parentId, target, questionId: Number(id) });
  }
  if (known !== "question" || !answer) return page;
  return `${answerPath(Number(answer), Number(id))}#answer-${encodeId(Number(answer))}`;
}
