/** Reason why a file can't be imported, with a message for the person who runs the import. */
export class BadFile extends Error {
  override name = "BadFile";
}

/** Returns the message for any error with a file. */
export function reasonOf(error: unknown): string {
  if (error instanceof BadFile) return error.message;
  const { code, message } = error as NodeJS.ErrnoException;
  return code && /^E[A-Z]+$/.test(code) ? `读不了（${code}）` : `意外的错误：${message}`;
}
