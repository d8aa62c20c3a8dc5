import { type LoaderFunctionArgs, replace } from "@remix-run/node";
import { appealPaths } from "#app/appeal-paths";
import { type HeldDetail, reviewApi } from "#app/contract/moderation/review";
import { placedCommentHref } from "#app/features/comment/placed-comment-links.server";
import { inNewWindows } from "#app/features/content/in-new-windows";
import { answerPath, pagePath } from "#app/features/content/page-path.server";
import { paths } from "#app/paths";
import { gateway } from "#app/server/gateway/gateway.server";
import { numberOfParam } from "#app/server/params/number-param.server";
import { serverPaths } from "#app/server/urls/server-paths";
import { requireUser } from "#app/server/viewer.server";
import { heldEditor } from "./held-links.server";

/**
 * Loads an unpublished text of the reader's own.
 * @throws Response: a redirect to the public text, or to the login for anonymous readers; 404 for everybody else
 */
export async function loadHeld(args: LoaderFunctionArgs) {
  const id = numberOfParam(args);
  const { userId } = await requireUser(args, paths.login(serverPaths.held(id)));
  const held = await gateway(args).load(reviewApi.get, { params: { id } });
  if (held.publishedId !== null) throw replace(publicPath(held, held.publishedId));
  const { kind, state, title, reason, targetId, place, submittedAt, fields, version, contentHtml } = held;
  return {
    id,
    kind,
    state,
    title,
    reason,
    submittedAt,
    version,
    editReason: held.editReason ?? "",
    baseVersion: held.baseVersion ?? null,
    /** Whether the text that it changes was changed since. */
    outdated: Boolean(held.newer),
    content: fields.content,
    contentHtml: inNewWindows(contentHtml),
    aiGenerated: fields.aiGenerated,
    tags: fields.tags,
    path: serverPaths.held(id),
    /** Text that it changes. */
    published: targetId === null ? null : publicPath(held, targetId),
    place: place && { title: place.title, href: placedCommentHref(place) },
    editor: heldEditor(held),
    list: paths.writtenBy(kind, userId),
    appeal: state === "refused" ? appealPaths.decision("review", id) : null,
  };
}

/** Path of a published text of this kind. */
function publicPath({ kind, place }: Pick<HeldDetail, "kind" | "place">, id: number): string {
  if (kind === "comment") return place ? placedCommentHref(place) : paths.home();
  return kind === "answer" ? answerPath(id, null) : pagePath(kind, id);
}
