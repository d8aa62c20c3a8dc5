import type { Appealable } from "#app/contract/moderation/appeal";
import type { AskedLetters } from "#app/features/captcha/captcha-question";
import type { FormResult } from "#app/forms/form-result";
import type { EditorValues } from "./editor-values";

/** An existing question similar to the one about to be asked, with its URL. */
export type SimilarQuestion = { id: number; title: string; answerCount: number; href: string };

/** Everything that an editor's form was submitted with. */
export type EditorEcho = EditorValues & {
  /** See `KNOWN_DRAFT`. */
  knownDraftAt: string;
  /** See `WRITER`. */
  writer: string;
  /** See `DRAFT_SLOT`. */
  draftSlot: string;
  /** Idempotency key for the next submission; see `IdempotencyKey`. */
  idempotencyKey: string | undefined;
};

/** Steps before publishing: the draft was saved, a preview is shown, or similar questions are shown. */
export type EditorStep =
  | { kind: "saved"; message: string }
  | { kind: "preview"; html: string }
  | { kind: "similar"; questions: SimilarQuestion[] };

/** Details of a refusal. */
export type EditorDetail = {
  /**
   * The stored text that is newer than the one edited. The returned values carry its version, so that submitting again
   * overwrites it.
   */
  stored?: EditorValues;
  /** Path of `stored`, if it is the public text that a held change has to be merged with. */
  public?: string;
  /** Path of the text that this form already published with other content. */
  published?: string;
  /** Captcha to solve first. */
  captcha?: AskedLetters;
  /** Sanction that keeps the writer from publishing. */
  barred?: Appealable;
};

/** Result of an editor's form. If it was published (or held for review), it redirects with a message. */
export type EditorResult = FormResult<{ to: string }, EditorEcho, EditorStep, EditorDetail>;
