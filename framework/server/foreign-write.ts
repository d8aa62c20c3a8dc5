/** Remix's own refusal of a write from another site, which ours stands behind; anybody can cause as many as they like. */
const FOREIGN_WRITE =
  /header does not match `origin` header from a forwarded|one of these is needed to compare the `origin`/i;

/** Whether an error of React Router refuses a write that came from another site. */
export const isForeignWrite = (error: unknown): boolean => error instanceof Error && FOREIGN_WRITE.test(error.message);
