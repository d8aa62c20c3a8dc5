import { MINUTE } from "./time-units";

/**
 * Milliseconds by which clocks of several machines may differ. A timestamp further in the future was written before a
 * clock was set back.
 */
export const CLOCKS_APART = MINUTE;
