/** Codes of what the operator can mend: files and sockets, a database that is not there, or not a database. */
const MENDABLE =
  /^(?:E[A-Z]+|ERR_SQLITE_ERROR|SQLITE_(?:NOTADB|CANTOPEN|READONLY|BUSY|CORRUPT|FULL|IOERR)|(?:08|28|3D|53|57)\w+)$/;

/**
 * Message to print when a program can't start: a line where a setting or a machine is to blame, the stack where we
 * are.
 */
export function startFailure(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { code } = error as { code?: unknown };
  if (error.name !== "ConfigError" && !(typeof code === "string" && MENDABLE.test(code))) return error;
  // Several addresses of one name were tried.
  const reasons = error instanceof AggregateError ? error.errors.map((one: Error) => one.message) : [error.message];
  return reasons.join("; ");
}
