import type { Draft } from "./draft-store";

/**
 * State of the draft as shown: saved `here` (this browser), `everywhere` (also the server) or `nowhere`; `undecided`: not
 * saved until the author has chosen between two.
 */
export type DraftStatus = { place: "here" | "everywhere" | "nowhere" | "undecided"; at: number } | null;

/**
 * A draft that was found: either restored into the form already, or only offered. `overtaken`: it was saved in another
 * window or on another device during this editing, and is only replaced if the author says so. `given-up`: the author
 * has just deleted it, and may take it back until they write on; `replaced`: so does what a draft replaced. `apart`: the
 * text in the form is another one, and has a draft of its own. `unsaved`: this text has one draft only, and what was
 * typed before it was found is not saved until the author has chosen.
 */
export type FoundDraft = {
  draft: Draft;
  restored: boolean;
  reason: "unfinished" | "elsewhere" | "overtaken" | "old-version" | "given-up" | "replaced" | "apart" | "unsaved";
  /** Path of the editor that opens a draft that stays apart. */
  href?: string;
};

/** State of an editor's draft, as far as it is shown. */
export type DraftState = { status: DraftStatus; found: FoundDraft | null };
