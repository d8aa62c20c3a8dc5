import type { Refused } from "#app/forms/form-result";

/**
 * Value with which a form says what was seen when it was decided on: a version, ids. As submitted if it came back, since
 * its page shows what there is now but does not tell what has changed; only after a conflict, which does, what there is
 * now.
 */
export const seenIn = (
  refused: Refused<unknown, unknown> | null | undefined,
  submitted: string | undefined,
  now: string,
) => (refused?.code === "CONFLICT" ? now : (submitted ?? now));
