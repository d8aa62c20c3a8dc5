import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import {
  findDraft,
  type RemovedDraft,
  removeDraft,
  type SavedDraft,
  saveDraft,
} from "#app/features/write/drafts/draft.server";
import { editorTarget } from "#app/features/write/model/editor-target.server";
import { KNOWN_DRAFT, readValues } from "#app/features/write/model/editor-values";
import { writtenKind } from "#app/features/write/written-kind.server";
import { attempt } from "#app/forms/attempt.server";
import { readForm, textOf } from "#app/forms/read-form.server";
import { scriptReply } from "#app/forms/respond.server";

const targetOf = ({ request, params }: LoaderFunctionArgs | ActionFunctionArgs) =>
  editorTarget(writtenKind(params.kind), new URL(request.url).searchParams);

/** Returns the server's draft of a text to the editor's scripts. */
export async function loader(args: LoaderFunctionArgs): Promise<Response> {
  return scriptReply(await attempt(() => findDraft(args, targetOf(args))));
}

/**
 * Saves a draft, or deletes it. If another draft was saved meanwhile, that one is returned.
 */
export async function action(args: ActionFunctionArgs): Promise<Response> {
  const form = await readForm(args.request);
  const target = targetOf(args);
  const result = await attempt<SavedDraft | RemovedDraft>(async () => {
    const knownAt = textOf(form, KNOWN_DRAFT) || null;
    // Scripts of an earlier build don't say which draft they know of.
    if (textOf(form, "intent") === "remove")
      return removeDraft(args, target, form.has(KNOWN_DRAFT) ? knownAt : undefined);
    return saveDraft(args, target, readValues(form), knownAt);
  });
  return scriptReply(result);
}
