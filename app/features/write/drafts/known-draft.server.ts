import type { EditorEcho } from "#app/features/write/model/editor-result";

/** Precedes the time of a draft that the form has never had: its page offered it, and saving again replaces it. */
const OFFERED = "offered ";

/** Value of `KNOWN_DRAFT` for such a draft. @param savedAt its time, ISO 8601 */
export const offeredDraft = (savedAt: string): string => OFFERED + savedAt;

type Known = Pick<EditorEcho, "knownDraftAt">;

/** ISO 8601 time of the draft that the form was gone on from; null for none. */
export const draftInForm = ({ knownDraftAt }: Known): string | null =>
  knownDraftAt.startsWith(OFFERED) ? null : knownDraftAt || null;

/** ISO 8601 time of the draft that saving replaces: the one in the form, or that was offered; null for none. */
export const draftToReplace = ({ knownDraftAt }: Known): string | null => knownDraftAt.replace(OFFERED, "") || null;
