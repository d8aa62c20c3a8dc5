import { z } from "zod";

/** An integer that is exact as a number, written without leading zeros. */
const DECIMAL = /^(?:0|-?[1-9]\d{0,14})$/;

/**
 * Schema for an integer that may be written in decimal, as in paths, queries and forms. Unlike `z.coerce.number()`, it
 * refuses other spellings ("0x10", "1e3", " 7 ", "" for 0), so that each number has one URL.
 */
export const decimal = <T extends z.ZodType<number | null, number | null>>(integer: T) =>
  z.preprocess((value) => (typeof value === "string" && DECIMAL.test(value) ? Number(value) : value), integer);
