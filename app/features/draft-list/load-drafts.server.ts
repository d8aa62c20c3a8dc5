import { draftApi } from "#app/contract/writing/draft";
import { parseDraftTarget } from "#app/contract/writing/draft-targets";
import { draftPath, targetOfDraft } from "#app/features/write/model/editor-target.server";
import { gateway } from "#app/server/gateway/gateway.server";
import type { ServerArgs } from "#app/server/server-args.server";
import { draftLabel } from "./draft-label";

/** The member's drafts on the server, last saved first. @throws Response: the page for a refusal */
export async function loadDrafts(args: ServerArgs) {
  const drafts = await gateway(args).load(draftApi.list, {});
  return drafts.map((draft) => {
    const target = targetOfDraft(draft);
    return {
      target: draft.target,
      label: draftLabel(parseDraftTarget(draft.target), target?.kind),
      title: draft.title,
      excerpt: draft.excerpt,
      savedAt: draft.updatedAt,
      /** Editor with the draft in it; null if what it belongs to is gone. */
      href: target && draftPath(target),
      /** The whole text, if no editor can open it. */
      stranded: draft.stranded,
    };
  });
}
