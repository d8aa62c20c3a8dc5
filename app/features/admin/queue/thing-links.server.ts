import type { ReportedPlace } from "#app/contract/admin/review/report";
import type { PlacedText } from "#app/contract/admin/thing";
import type { Author } from "#app/contract/common";
import { KINDS } from "#app/contract/kinds";
import type { Permission } from "#app/contract/permissions";
import { adminPaths } from "#app/features/admin/admin-paths";
import { placedCommentHref } from "#app/features/comment/placed-comment-links.server";
import { answerPath, pagePath } from "#app/features/content/page-path.server";
import { paths } from "#app/paths";

/** Name of a kind that can be reported: 用户 is not a kind of content. */
export const placeName = ({ kind }: Pick<ReportedPlace, "kind">): string =>
  kind === "user" ? "用户" : KINDS[kind].name;

/** The page of the site that shows an item. @param place parent of an answer or a comment */
export function thingHref({ kind, id }: ReportedPlace, place: PlacedText["place"]): string {
  if (kind === "user") return paths.user(id);
  if (kind === "answer") return answerPath(id, place?.questionId ?? null);
  if (kind !== "comment") return pagePath(kind, id);
  return place ? placedCommentHref(place) : paths.home();
}

/** Links to related pages: the author in the console (with permission to see users), and the item's log. */
export function waysFrom(
  permissions: readonly Permission[],
  { kind, id }: ReportedPlace,
  owner: Author | null,
): { ownerHref: string; log: string | null } {
  const user = permissions.includes("user.read") ? adminPaths.user : paths.user;
  return {
    ownerHref: owner ? user(owner.userId) : "",
    log: permissions.includes("audit.read") ? adminPaths.logOf(kind, id) : null,
  };
}
