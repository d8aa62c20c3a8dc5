import type { NotificationEntry } from "#app/contract/notification";
import { paths } from "#app/paths";
import { safePath } from "#app/server/safe-path.server";
import { encodeId } from "#app/server/short-id.server";

/** A notification with the address of what it is about; null where it is about nothing. */
export function notificationLinks({ target, ...news }: NotificationEntry) {
  return { ...news, targetKind: target?.kind ?? null, href: target && hrefOf(target.path) };
}

export type NotificationData = ReturnType<typeof notificationLinks>;

const ON_A_PAGE = /^\/(article|case|question)\/(\d{1,15})(?:\?aid=(\d{1,15}))?(?:#comment-(\d{1,15}))?$/;

/** The upstream's path, which has numbers for ids, as the page's own, with the comments opened that are meant. */
function hrefOf(path: string): string {
  const [, kind, id, answer, comment] = ON_A_PAGE.exec(path) ?? [];
  if (!kind) return safePath(path);
  const anchor = comment ? `#comment-${comment}` : "";
  if (kind === "article") return paths.article(encodeId(Number(id))) + anchor;
  if (kind === "case") return paths.case(Number(id)) + anchor;
  const question = encodeId(Number(id));
  if (!answer) return paths.question(question) + (comment ? `?comments=question${anchor}` : "");
  const shortId = encodeId(Number(answer));
  const page = paths.question(question, shortId);
  return comment ? `${page}&comments=answer-${shortId}${anchor}` : `${page}#answer-${shortId}`;
}
