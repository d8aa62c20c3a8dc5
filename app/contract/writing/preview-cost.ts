/** Characters of a preview; a longer one counts as several. */
const PREVIEW_LENGTH = 10_000;

/** Number of previews that one of a text of this length counts as: the work of rendering it grows with it. */
export const previewCost = (length: number): number => Math.ceil(length / PREVIEW_LENGTH) || 1;
