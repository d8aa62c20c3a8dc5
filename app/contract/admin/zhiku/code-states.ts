/** States of a redeem code: valid, used, voided by staff, or expired. */
export const codeStates = ["left", "used", "void", "expired"] as const;
export type CodeState = (typeof codeStates)[number];

/** Maximum codes per batch. */
export const CODES_MAX = 1_000;
/** Maximum codes marked at a time. */
export const CODES_MARKED_MAX = 200;
