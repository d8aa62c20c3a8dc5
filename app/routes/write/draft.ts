import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { findDraft, removeDraft, type SavedDraft, saveDraft } from "#app/features/write/draft.server";
import { editorTarget } from "#app/features/write/editor-target.server";
import { KNOWN_DRAFT, readValues } from "#app/features/write/editor-values";
import { writtenKind } from "#app/features/write/written-kind.server";
import { attempt, statusOf, textOf } from "#app/server/action-answer.server";
import { readForm } from "#app/server/read-form.server";

const targetOf = ({ request, params }: LoaderFunctionArgs | ActionFunctionArgs) =>
  editorTarget(writtenKind(params.kind), new URL(request.url).searchParams);

/** The draft that the server keeps of one text, for the editor's scripts. */
export async function loader(args: LoaderFunctionArgs): Promise<Response> {
  const answer = await attempt(() => findDraft(args, targetOf(args)));
  return answer.ok ? Response.json({ draft: answer.data }) : Response.json(answer, { status: statusOf(answer) });
}

/** Keeps it, unless another has been kept meanwhile, which is answered then; or throws it away. */
export async function action(args: ActionFunctionArgs): Promise<Response> {
  const form = await readForm(args.request);
  const target = targetOf(args);
  const answer = await attempt<SavedDraft>(async () => {
    if (textOf(form, "intent") === "remove") return { savedAt: await removeDraft(args, target).then(() => 0) };
    return saveDraft(args, target, readValues(form), textOf(form, KNOWN_DRAFT) || null);
  });
  return answer.ok ? Response.json(answer.data) : Response.json(answer, { status: statusOf(answer) });
}
