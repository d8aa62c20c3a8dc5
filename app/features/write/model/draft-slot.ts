const LENGTH = 12;

/** A name for one new piece among several; see `DRAFT_SLOT`. */
export const newDraftSlot = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(LENGTH)), (byte) => (byte % 36).toString(36)).join("");
