import { kindsWith } from "#app/contract/kinds";
import type { NotificationEntry } from "#app/contract/notification";
import type { Part } from "#app/contract/parts";
import { answerPath, pagePath } from "#app/features/content/page-path.server";
import { leadsOff } from "#app/server/part-of-path.server";
import { safePath } from "#app/server/safe-path.server";
import { encodeId } from "#app/server/short-id.server";

/** A notification with the address of what it is about; null where it is about nothing, or of a part that the site lacks. */
export function notificationLinks({ target, ...news }: NotificationEntry, off: readonly Part[]) {
  const href = target && hrefOf(target.path);
  return { ...news, targetKind: target?.kind ?? null, href: href && leadsOff(href, off) ? null : href };
}

export type NotificationData = ReturnType<typeof notificationLinks>;

const ON_A_PAGE = /^\/([a-z]+)\/(\d{1,15})(?:\?aid=(\d{1,15}))?(?:#comment-(\d{1,15}))?$/;

/** The upstream's path, which has numbers for ids, as the page's own, with the comments opened that are meant. */
function hrefOf(path: string): string {
  const [, kind, id, answer, comment] = ON_A_PAGE.exec(path) ?? [];
  const known = kindsWith("paged").find((one) => one === kind);
  if (!known) return safePath(path);
  const anchor = comment ? `#comment-${comment}` : "";
  const page = pagePath(known, Number(id));
  if (known !== "question") return page + anchor;
  if (!answer) return page + (comment ? `?comments=question${anchor}` : "");
  const shortId = encodeId(Number(answer));
  const shown = answerPath(Number(answer), Number(id));
  return comment ? `${shown}&comments=answer-${shortId}${anchor}` : `${shown}#answer-${shortId}`;
}
