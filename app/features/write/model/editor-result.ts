import type { AskedLetters } from "#app/features/captcha/captcha-question";
import type { FormResult } from "#app/forms/form-result";
import type { EditorValues } from "./editor-values";

/** A question like the one that is about to be asked, with its address. */
export type SimilarQuestion = { id: number; title: string; answerCount: number; href: string };

/** Everything that an editor's form was sent with. */
export type EditorEcho = EditorValues & {
  /** See `KNOWN_DRAFT`. */
  knownDraftAt: string;
  /** See `DRAFT_SLOT`. */
  draftSlot: string;
  /** Name that the form is sent under next time; see `IdempotencyKey`. */
  idempotencyKey: string | undefined;
};

/** Steps before publishing: something was saved, is shown as it would look, or is to be looked at. */
export type EditorStep =
  | { kind: "saved"; message: string }
  | { kind: "preview"; html: string }
  | { kind: "similar"; questions: SimilarQuestion[] };

/** Subject of a refusal. */
export type EditorDetail = {
  /** The stored text, newer than what was edited. The values carry its version, so that sending again wins. */
  stored?: EditorValues;
  /** Path where the form was published before, with other words. */
  published?: string;
  /** Question to be answered first. */
  captcha?: AskedLetters;
};

/** Result of an editor's form; published (or held for a review) it leads to a page and says so. */
export type EditorResult = FormResult<{ to: string }, EditorEcho, EditorStep, EditorDetail>;
