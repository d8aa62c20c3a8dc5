import { MINUTE } from "./time-units";

/** Milliseconds by which clocks of several machines may differ: what lies further ahead was written by one put back since. */
export const CLOCKS_APART = MINUTE;
