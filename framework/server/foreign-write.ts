/**
 * Error message of React Router's own origin check. Our guard runs before it; anybody can trigger it any number of
 * times.
 */
const FOREIGN_WRITE =
  /header does not match `origin` header from a forwarded|one of these is needed to compare the `origin`/i;

/** Whether an error is React Router's refusal of a write from another site. */
export const isForeignWrite = (error: unknown): boolean => error instanceof Error && FOREIGN_WRITE.test(error.message);
