import { UnsentError } from "#upstream/services/external/unsent-error";

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
  /** Token by which one that comes back later is known. */
  returnToken?: string;
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

/** A letter did not go out: `address` is what the mail server says of its receiver. */
export class MailError extends UnsentError {
  override name = "MailError";
}

/** Milliseconds that a mail server has for each of its replies. */
export const MAIL_TIMEOUT = 6_000;
