/** Letter of the site to one person. */
export type Letter = {
  /** An address as `mailAddress` of the contract lets it through. */
  to: string;
  subject: string;
  /** Words of the letter without marks; `html` says them with marks. */
  text: string;
  html: string;
  /** Name of the site, shown as the sender's where the configuration names none. */
  site: string;
  /** Address that takes no more letters of this sort, by GET with a question and by POST without (RFC 8058). */
  unsubscribe?: string;
  /** Names the occasion: the same one sent twice is the same message to who gets it. */
  occasion?: string;
};

/** Sends mail. */
export type Mail = {
  /** @throws MailError */
  send(letter: Letter): Promise<void>;
  /** Whether the server is there and takes the account. @throws MailError */
  check(): Promise<void>;
};

/**
 * Reason why a letter did not go out. `address`: the server says that nobody is there; `refused`: it won't take it from
 * us; `down`: it is not there, or asks to come again later. The message names no address: it goes into the log.
 */
export class MailError extends Error {
  override name = "MailError";
  constructor(
    readonly reason: "address" | "refused" | "down",
    message: string,
  ) {
    super(message);
  }
}

/** Milliseconds that a mail server has for each of its replies. */
export const MAIL_TIMEOUT = 6_000;
