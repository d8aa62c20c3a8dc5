/** Whether an error of a loader or an action is a fetch that failed, or an answer of something in between, such as a proxy's page. */
export const isUnanswered = (error: unknown): boolean =>
  error instanceof TypeError || (error instanceof Error && error.message.startsWith("Unable to decode turbo-stream"));
