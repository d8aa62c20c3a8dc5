import { answerApi } from "#app/contract/content/answer";
import { questionApi } from "#app/contract/content/question";
import { measured } from "#app/contract/kinds";
import type { WrittenKind } from "#app/contract/writing/editor-fields";
import { pagePath } from "#app/features/content/page-path.server";
import { paths } from "#app/paths";
import { notFound } from "#app/server/errors/page-error.server";
import { gateway } from "#app/server/gateway/gateway.server";
import type { ServerArgs } from "#app/server/server-args.server";
import { decodeId, encodeId } from "#app/server/urls/short-id.server";
import { EDITOR_CALLS } from "./editor-calls.server";
import { writtenKind } from "./written-kind.server";

/** Maximum characters shown of a text without title. */
const SHOWN = 60;

/** The text that the query identifies by `kind` and `id`. @throws Response: 404 for junk */
function writtenOf({ request }: ServerArgs): { kind: WrittenKind; id: number } {
  const query = new URL(request.url).searchParams;
  const id = decodeId(query.get("id"));
  if (id === null) throw notFound();
  return { kind: writtenKind(query.get("kind")), id };
}

/**
 * Loads a member's own text that is about to be deleted; with `edit` instead if it can no longer be deleted.
 * @throws Response: the page for a refusal
 */
export async function loadWritten(args: ServerArgs) {
  const { kind, id } = writtenOf(args);
  const { load } = gateway(args);
  const input = { params: { id } };
  const what = measured(kind);
  if (kind === "answer") {
    const { content, questionId } = await load(answerApi.init, input);
    const title = [...content].slice(0, SHOWN).join("");
    return { what, title, back: paths.question(encodeId(questionId), encodeId(id)), edit: null };
  }
  if (kind === "question") {
    const [{ title }, { deletable }] = await Promise.all([
      load(questionApi.init, input),
      load(questionApi.extraInfo, input),
    ]);
    const shortId = encodeId(id);
    return { what, title, back: paths.question(shortId), edit: deletable ? null : paths.write("question", shortId) };
  }
  return { what, title: (await load(EDITOR_CALLS[kind].init, input)).title, back: pagePath(kind, id), edit: null };
}

/** @throws UpstreamError */
export async function deleteWritten(args: ServerArgs): Promise<void> {
  const { kind, id } = writtenOf(args);
  await gateway(args).call(EDITOR_CALLS[kind].remove, { body: { id } });
}
