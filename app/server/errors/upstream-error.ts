/**
 * The upstream refused a call, or could not be reached. `NETWORK` covers everything but an HTTP 200 with an envelope.
 */
export class UpstreamError extends Error {
  override name = "UpstreamError";
  constructor(
    readonly code: string,
    message: string,
    /** Data of the refusal, e.g. `{ fields }` of INVALID_PARAMS. */
    readonly data: unknown,
    /** The refused call: method and path in the contract. */
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

/** NOT_LOGIN for a caller with a token: it expired, or the session was ended elsewhere. */
export class LoginEndedError extends UpstreamError {}
