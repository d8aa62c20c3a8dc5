/** Whether an error means that the connection was lost, so that the statement's outcome is unknown. */
export function isConnectionLost(error: unknown): boolean {
  const { code, severity } = error as { code?: string; severity?: string };
  // Errors sent by the server have a severity: 57P0x means that it closes the connection, 25P03 and 25P04 that it was
  // idle.
  return severity === undefined ? true : /^(?:57P0[1-5]|08|25P0[34])/.test(code ?? "");
}
