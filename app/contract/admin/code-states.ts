/** States of a redeem code: still good, used, declared void by staff, or too old. */
export const codeStates = ["left", "used", "void", "expired"] as const;
export type CodeState = (typeof codeStates)[number];

/** Codes of one batch. */
export const CODES_MAX = 1_000;
/** Codes that are marked at a time. */
export const CODES_MARKED_MAX = 200;
