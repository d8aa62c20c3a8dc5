/**
 * Whether an error of a loader or an action means that our server did not answer: the fetch failed, or something in
 * between answered, such as a proxy with its own page.
 */
export const isUnanswered = (error: unknown): boolean =>
  error instanceof TypeError || (error instanceof Error && error.message.startsWith("Unable to decode turbo-stream"));
