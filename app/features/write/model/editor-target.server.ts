import { parseId } from "#app/contract/text/parse-id";
import { draftSlot, type ListedDraft } from "#app/contract/writing/draft";
import { draftTargets, parseDraftTarget } from "#app/contract/writing/draft-targets";
import type { WrittenKind } from "#app/contract/writing/editor-fields";
import { answerPath, pagePath } from "#app/features/content/page-path.server";
import { paths, withQuery } from "#app/paths";
import { notFound } from "#app/server/errors/page-error.server";
import { serverPaths } from "#app/server/urls/server-paths";
import { decodeId, encodeId } from "#app/server/urls/short-id.server";
import { DRAFT_SLOT } from "./editor-values";

/**
 * The text being written: `id` null means a new text, of which `slot` distinguishes several; `held` is the number of a
 * text held for review.
 */
export type EditorTarget = { held?: number | null } & (
  | { kind: Exclude<WrittenKind, "answer">; id: number | null; slot?: string | undefined }
  | { kind: "answer"; id: number | null; questionId: number }
);

/**
 * The target named by a query: `id` or `held`, `question` for answers, and `draft` for one of several new texts.
 * @throws Response: 404 for junk
 */
export function editorTarget(kind: WrittenKind, query: URLSearchParams): EditorTarget {
  const idOf = (name: string): number => {
    const id = decodeId(query.get(name));
    if (id === null) throw notFound();
    return id;
  };
  const id = query.has("id") ? idOf("id") : null;
  const held = parseId(query.get("held"));
  if (held === null && query.has("held")) throw notFound();
  return kind === "answer"
    ? { kind, id, held, questionId: idOf("question") }
    : { kind, id, held, slot: slotOf(query.get("draft")) };
}

const slotOf = (text: FormDataEntryValue | null): string | undefined => draftSlot.safeParse(text).data;

/** Completes a target by what only its form knows, not its URL. */
export const targetOfForm = (target: EditorTarget, form: FormData): EditorTarget =>
  target.kind === "answer" ? target : { ...target, slot: slotOf(form.get(DRAFT_SLOT)) };

/** See `DRAFT_SLOT`. */
export const slotIn = (target: EditorTarget): string => (target.kind === "answer" ? "" : (target.slot ?? ""));

/** Whether it is neither published nor held. */
export const isNew = ({ id, held }: EditorTarget): boolean => id === null && !held;

/** Path of its editor page. */
export function editorPath(target: EditorTarget): string {
  const shortId = target.id === null ? undefined : encodeId(target.id);
  const path =
    target.kind === "answer"
      ? serverPaths.writeAnswer(encodeId(target.questionId), shortId)
      : paths.write(target.kind, shortId);
  return withQuery(path, { held: target.held ?? undefined });
}

/** Path of its editor page with the server's draft in the form. */
export function draftPath(target: EditorTarget): string {
  const slot = target.kind === "answer" || !isNew(target) ? undefined : target.slot;
  return withQuery(editorPath(target), { draft: slot ?? "use" });
}

/** Path of the text once it is published with this id; an answer's path redirects to its question. */
export function publishedPath(target: EditorTarget, id: number): string {
  return target.kind === "answer"
    ? `${answerPath(id, target.questionId)}#answer-${encodeId(id)}`
    : pagePath(target.kind, id);
}

/** Key under which its drafts are stored. */
export function draftTarget(target: EditorTarget): string {
  if (target.held) return draftTargets.held(target.held);
  if (target.id !== null) return draftTargets.change(target.kind, target.id);
  return target.kind === "answer" ? draftTargets.answer(target.questionId) : draftTargets.new(target.kind, target.slot);
}

/** Target of a stored draft, the inverse of `draftTarget`; null if what it changes or answers is gone. */
export function targetOfDraft({ target, kind, questionId, stranded }: ListedDraft): EditorTarget | null {
  const place = parseDraftTarget(target);
  if (stranded !== null || place === null) return null;
  const held = place.is === "held" ? place.id : null;
  const id = place.is === "change" ? place.id : null;
  if (kind !== "answer") return { kind, id, held, slot: place.is === "new" ? place.slot : undefined };
  return questionId === null ? null : { kind, id, held, questionId };
}
