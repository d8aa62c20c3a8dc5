/**
 * Reason why a message was not sent. `address`: the recipient can't be reached; `refused`: the service rejects our
 * messages; `down`: the service is unavailable or asks to retry later. The message must not contain an address, because
 * it is logged.
 */
export class UnsentError extends Error {
  override name = "UnsentError";
  constructor(
    readonly reason: "address" | "refused" | "down",
    message: string,
  ) {
    super(message);
  }
}
