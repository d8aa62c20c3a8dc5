import { UnsentError } from "#upstream/services/external/unsent-error";

/** Mail from the site to one person. */
export type Letter = {
  /** Address that passes the contract's `mailAddress`. */
  to: string;
  subject: string;
  /** Plain-text version of `html`. */
  text: string;
  html: string;
  /** Name of the site, used as the sender's name unless one is configured. */
  site: string;
  /** Unsubscribe URL: GET asks for confirmation, POST does not (RFC 8058). */
  unsubscribe?: string;
  /** Token that identifies the mail if it bounces. */
  returnToken?: string;
  /** Identifies the occasion: sending it twice gives the same message ID, so recipients see it once. */
  occasion?: string;
};

/** Sends mail. */
export type Mail = {
  /** @throws MailError */
  send(letter: Letter): Promise<void>;
  /** Checks that the server is reachable and accepts the account. @throws MailError */
  check(): Promise<void>;
};

/** A mail was not sent; with `address` the mail server rejected the recipient. */
export class MailError extends UnsentError {
  override name = "MailError";
}

/** Returns a sentence for staff: the server does not answer, or it rejects the account. */
export const mailProblem = ({ reason, message }: MailError): string =>
  reason === "down" ? `邮件服务没有应答：${message}` : `邮件服务不接受：${message}`;

/** Timeout in milliseconds for each reply of the mail server. */
export const MAIL_TIMEOUT = 6_000;
