import { type HeldKind, type HeldText, reviewApi } from "#app/contract/moderation/review";
import { editorPath } from "#app/features/write/model/editor-target.server";
import { optional } from "#app/server/errors/optional.server";
import { gateway } from "#app/server/gateway/gateway.server";
import type { ServerArgs } from "#app/server/server-args.server";
import { serverPaths } from "#app/server/urls/server-paths";

/** The reader's own held texts of one kind; empty if they can't be loaded. */
export async function heldTexts(args: ServerArgs, kind: HeldKind) {
  const held = await optional(gateway(args).call(reviewApi.list, { query: { kind } }));
  return (held ?? []).map(({ id, state, title, excerpt, targetId, submittedAt }) => ({
    id,
    state,
    excerpt,
    submittedAt,
    title: title || excerpt,
    change: targetId !== null,
    href: serverPaths.held(id),
  }));
}

export type HeldItemData = Awaited<ReturnType<typeof heldTexts>>[number];

/** Editor path of a held text; null for a comment, and for an answer whose question is gone. */
export function heldEditor({ id, kind, place }: Pick<HeldText, "id" | "kind" | "place">): string | null {
  if (kind === "comment") return null;
  if (kind !== "answer") return editorPath({ kind, id: null, held: id });
  return place && editorPath({ kind, id: null, held: id, questionId: place.questionId ?? place.id });
}
