import { draftSlot } from "#app/contract/draft";
import type { WrittenKind } from "#app/contract/editor-fields";
import { answerPath, pagePath } from "#app/features/content/page-path.server";
import { paths } from "#app/paths";
import { notFound } from "#app/server/page-error.server";
import { serverPaths } from "#app/server/server-paths";
import { decodeId, encodeId } from "#app/server/short-id.server";
import { DRAFT_SLOT } from "./editor-values";

/**
 * Text that is being written: something new where `id` is null, of which `slot` names one among several; or, where
 * `held` is a number, what is held under it.
 */
export type EditorTarget = { held?: number | null } & (
  | { kind: Exclude<WrittenKind, "answer">; id: number | null; slot?: string | undefined }
  | { kind: "answer"; id: number | null; questionId: number }
);

/**
 * The target that a query names by `id` or `held`, for answers by `question`, and for one of several new pieces by
 * `draft`.
 * @throws Response: 404 for junk
 */
export function editorTarget(kind: WrittenKind, query: URLSearchParams): EditorTarget {
  const idOf = (name: string): number => {
    const id = decodeId(query.get(name));
    if (id === null) throw notFound();
    return id;
  };
  const id = query.has("id") ? idOf("id") : null;
  const held = query.has("held") ? Number(/^[1-9]\d{0,14}$/.exec(query.get("held") ?? "")?.[0] ?? 0) : null;
  if (held === 0) throw notFound();
  return kind === "answer"
    ? { kind, id, held, questionId: idOf("question") }
    : { kind, id, held, slot: slotOf(query.get("draft")) };
}

const slotOf = (text: FormDataEntryValue | null): string | undefined => draftSlot.safeParse(text).data;

/** Target of an editor as a form says it, of which its address tells nothing. */
export const targetOfForm = (target: EditorTarget, form: FormData): EditorTarget =>
  target.kind === "answer" ? target : { ...target, slot: slotOf(form.get(DRAFT_SLOT)) };

/** See `DRAFT_SLOT`. */
export const slotIn = (target: EditorTarget): string => (target.kind === "answer" ? "" : (target.slot ?? ""));

/** Neither published nor held. */
export const isNew = ({ id, held }: EditorTarget): boolean => id === null && !held;

/** The page on which it is written. */
export function editorPath(target: EditorTarget): string {
  const shortId = target.id === null ? undefined : encodeId(target.id);
  const path =
    target.kind === "answer"
      ? serverPaths.writeAnswer(encodeId(target.questionId), shortId)
      : paths.write(target.kind, shortId);
  return target.held ? `${path}${path.includes("?") ? "&" : "?"}held=${target.held}` : path;
}

/** Path at which it stands once it is published under this id; an answer's leads past its question. */
export function publishedPath(target: EditorTarget, id: number): string {
  return target.kind === "answer"
    ? `${answerPath(id, target.questionId)}#answer-${encodeId(id)}`
    : pagePath(target.kind, id);
}

/** The name under which drafts of it are kept. */
export function draftTarget(target: EditorTarget): string {
  if (target.held) return `held/${target.held}`;
  if (target.id !== null) return `${target.kind}/${target.id}`;
  if (target.kind === "answer") return `question/${target.questionId}/answer`;
  return target.slot ? `${target.kind}/new/${target.slot}` : `${target.kind}/new`;
}
