/** Sends codes as short messages. */
export type Sms = {
  /**
   * Sends a code to a mainland number of 11 digits. Never tries twice: a message that is asked for again comes again.
   * @throws SmsError
   */
  sendCode(phone: string, code: string): Promise<void>;
};

/**
 * Reason why a message did not go out. `limited`: too many to this number; `number`: it can't be reached;
 * `refused`: the provider won't send; `unknown`: it may have gone out, nobody knows.
 */
export class SmsError extends Error {
  override name = "SmsError";
  constructor(
    readonly reason: "limited" | "number" | "refused" | "unknown",
    message: string,
  ) {
    super(message);
  }
}

/** Milliseconds that a provider has for its answer. */
export const SMS_TIMEOUT = 6_000;
