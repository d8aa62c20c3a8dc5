/**
 * Reason why a message to somebody did not go out. `address`: nobody can be reached there; `refused`: the service won't take it
 * from us; `down`: it is not there, or asks to come again later. The message names no address: it goes into the log.
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
