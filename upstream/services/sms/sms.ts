/** Sends codes by SMS. */
export type Sms = {
  /**
   * Sends a code to a mainland number of 11 digits. Never retries, because a repeated request may deliver twice.
   * @throws SmsError
   */
  sendCode(phone: string, code: string): Promise<void>;
};

/**
 * Reason why a message was not sent. `limited`: too many to this number; `number`: it can't be reached; `refused`: the
 * provider rejects it; `unknown`: it may have been sent.
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

/** Timeout in milliseconds for a provider's response. */
export const SMS_TIMEOUT = 6_000;
