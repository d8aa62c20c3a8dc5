import { type LoaderFunctionArgs, replace } from "@remix-run/node";
import { classificationApi } from "#app/contract/content/classification";
import { questionApi } from "#app/contract/content/question";
import { TITLE_MAX } from "#app/contract/limits";
import { appealApi } from "#app/contract/moderation/appeal";
import { reviewApi } from "#app/contract/moderation/review";
import { draftApi } from "#app/contract/writing/draft";
import type { WrittenKind } from "#app/contract/writing/editor-fields";
import { previewApi } from "#app/contract/writing/preview";
import { askAgreements } from "#app/features/agreement/ask-agreements.server";
import { inNewWindows } from "#app/features/content/in-new-windows";
import { heldEditor } from "#app/features/held/held-links.server";
import { isFormReturned, userUnlessReturned } from "#app/forms/returned-form.server";
import { paths } from "#app/paths";
import { optional } from "#app/server/errors/optional.server";
import { pageError } from "#app/server/errors/page-error.server";
import { UpstreamError } from "#app/server/errors/upstream-error";
import { gateway } from "#app/server/gateway/gateway.server";
import { encodeId } from "#app/server/urls/short-id.server";
import { findDraft } from "./drafts/draft.server";
import { newDrafts } from "./drafts/new-drafts.server";
import { editorSettings } from "./model/editor-settings.server";
import { type EditorTarget, editorPath, editorTarget, isNew } from "./model/editor-target.server";
import { type EditorValues, EMPTY_VALUES, sameValues } from "./model/editor-values";
import { isoOf } from "./model/iso-of";
import { storedValues } from "./stored-values.server";

/**
 * Loads the editor page of a kind. If the form is being returned with its input, nothing is required any more: parts
 * that can't be loaded are left out.
 * @throws Response: a redirect to the login for anonymous readers, else the page for a refusal
 */
export async function loadEditor(args: LoaderFunctionArgs, kind: WrittenKind) {
  const query = new URL(args.request.url).searchParams;
  const target = editorTarget(kind, query);
  const user = await userUnlessReturned(args, paths.login(editorPath(target)));
  if (user) await askAgreements(args, editorPath(target));
  const { call } = gateway(args);
  const waiting = user && (await waitingChange(args, target));
  if (waiting) throw replace(waiting);
  const [stored, classifications, question, draft, drafts, barred] = await Promise.all([
    valuesOrError(args, target),
    kind === "article" ? optional(call(classificationApi.articleList, {})) : null,
    target.kind === "answer" ? optional(call(questionApi.get, { params: { id: target.questionId } })) : null,
    user ? optional(findDraft(args, target)) : null,
    user && isNew(target) && target.kind !== "answer" ? optional(call(draftApi.list, {})) : null,
    user ? optional(call(appealApi.sanction, {})) : null,
  ]);
  const taken = draft !== null && query.has("draft");
  const savedAt = draft && isoOf(draft.savedAt);
  const shown = taken || (draft !== null && sameValues(draft.values, stored));
  return {
    initial: taken ? { ...stored, ...draft.values } : withAsked(stored, target, query),
    /** HTML of the draft in the form, if the page was opened for a preview. */
    preview: taken && query.has("preview") ? await previewOf(args, draft.values.content) : null,
    /** ISO 8601 time of the server's draft, if it is not in the form. */
    draftAt: shown ? null : savedAt,
    /** ISO 8601 time of the server's draft, if it is in the form. */
    knownDraftAt: shown ? savedAt : null,
    settings: { ...editorSettings(target, user?.userId ?? 0, query.has("draft")), ...(taken ? { stored } : {}) },
    newDrafts: newDrafts(target, drafts ?? []),
    classifications: classifications?.map(({ id, name }) => ({ id, name })) ?? [],
    /** Sanction that keeps the writer from publishing. */
    barred,
    question: question && { title: question.title, href: paths.question(encodeId(question.id)) },
  };
}

async function previewOf(args: LoaderFunctionArgs, content: string): Promise<string | null> {
  const shown = await optional(gateway(args).call(previewApi.render, { body: { content } }));
  return shown && inNewWindows(shown.contentHtml);
}

/** A new question with the search words as its title. */
function withAsked(values: EditorValues, target: EditorTarget, query: URLSearchParams): EditorValues {
  const title = query.get("title")?.trim() ?? "";
  if (title === "" || target.kind !== "question" || !isNew(target) || !("title" in values)) return values;
  return values.title === "" ? { ...values, title: title.slice(0, TITLE_MAX) } : values;
}

async function valuesOrError(args: LoaderFunctionArgs, target: EditorTarget): Promise<EditorValues> {
  try {
    return await storedValues(args, target);
  } catch (error) {
    if (isFormReturned(args.context)) return EMPTY_VALUES;
    throw error instanceof UpstreamError ? pageError(error, args) : error;
  }
}

/** Path of the editor of the pending change, if the text to be edited has one in review. */
async function waitingChange(args: LoaderFunctionArgs, { kind, id, held }: EditorTarget): Promise<string | null> {
  if (id === null || held) return null;
  const list = await optional(gateway(args).call(reviewApi.list, { query: { kind } }));
  const waiting = list?.find((one) => one.targetId === id && one.state === "waiting");
  return waiting ? heldEditor(waiting) : null;
}
