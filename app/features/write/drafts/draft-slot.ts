const LENGTH = 12;

/** Creates a slot name for one of several new texts; see `DRAFT_SLOT`. */
export const newDraftSlot = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(LENGTH)), (byte) => (byte % 36).toString(36)).join("");
