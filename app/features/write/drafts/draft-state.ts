import type { Draft } from "./draft-store";

/**
 * State of the draft as shown: saved `here` (this browser), `everywhere` (also the server) or `nowhere`; `undecided`: not
 * saved until the author has chosen between two.
 */
export type DraftStatus = { place: "here" | "everywhere" | "nowhere" | "undecided"; at: number } | null;

/** A draft that was found, and why it is shown: what can be done with it is in `NOTICES`. */
export type FoundDraft =
  | {
      draft: Draft;
      reason: /** It was put into the form. */
        | "restored"
        /** It is offered, since the form has newer input. */
        | "unfinished"
        /** The server has it, and this browser doesn't. */
        | "elsewhere"
        /** Saved in another window or on another device during this editing; replaced only if the author says so. */
        | "overtaken"
        /** Based on an earlier version of the text. */
        | "old-version"
        /** Just deleted by the author, who may take it back until they write on. */
        | "given-up"
        /** Just replaced in the form by another draft; may be taken back as well. */
        | "replaced"
        /** Replaced in the form by the server's, which continues it; may be taken back as well. */
        | "continued"
        /** The text has one draft only: what was typed before it was found is not saved until the author has chosen. */
        | "unsaved";
    }
  | {
      draft: Draft;
      /** The text in the form is another one, and has a draft of its own. */
      reason: "apart";
      /** Path of the editor that opens the found one. */
      href: string;
    };

/** State of an editor's draft, as far as it is shown. */
export type DraftState = { status: DraftStatus; found: FoundDraft | null };
