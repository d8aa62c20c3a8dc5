/** The upstream said no, or could not be heard. `NETWORK` stands for everything but an HTTP 200 envelope. */
export class UpstreamError extends Error {
  override name = "UpstreamError";
  constructor(
    readonly code: string,
    message: string,
    /** Data that came with the refusal, e.g. `{ fields }` of INVALID_PARAMS. */
    readonly data: unknown,
    /** Call that was refused: method and path of the contract. */
    readonly endpoint: string,
  ) {
    super(message);
  }

  /** Messages by field of an INVALID_PARAMS. */
  get fields(): Record<string, string> {
    const fields = (this.data as { fields?: unknown } | null)?.fields;
    return typeof fields === "object" && fields !== null ? (fields as Record<string, string>) : {};
  }
}

/** NOT_LOGIN to somebody who had a token: it ran out, or the login was ended elsewhere. */
export class LoginEndedError extends UpstreamError {}
