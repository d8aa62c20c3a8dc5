import { systemWords } from "./system-error";

/** Codes of errors that the operator can fix: files, sockets, and a database that is missing, broken or denies a right. */
const MENDABLE =
  /^(?:E[A-Z]+|ERR_SQLITE_ERROR|SQLITE_(?:NOTADB|CANTOPEN|READONLY|BUSY|CORRUPT|FULL|IOERR)|(?:08|28|3D|53|57)\w+|42501)$/;

/**
 * Message to print when a program can't start: one line if settings or the machine are to blame, the stack if we are.
 */
export function startFailure(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { code } = error as { code?: unknown };
  // Without its properties: `input` is the whole address, which may contain a password.
  if (code === "ERR_INVALID_URL") return error.stack;
  if (error.name !== "ConfigError" && !(typeof code === "string" && MENDABLE.test(code))) return error;
  return systemWords(error) ?? reasonOf(error);
}

/** Message of an error; of all errors if several addresses of one host name were tried. */
export const reasonOf = (error: Error): string =>
  error instanceof AggregateError ? error.errors.map((one: Error) => one.message).join("; ") : error.message;
