import { z } from "zod";

/**
 * Version of an item as staff have seen it, for a decision on that: a text, or a person's name, and whether it was
 * removed; for reports also the undecided ones. Callers that show nothing, such as the command line, omit it.
 */
export const seenVersion = z.string().max(120).optional();

/** Number of the version of a text in such a version. */
export const textVersionIn = (seen: string): number => Number.parseInt(seen, 10);
