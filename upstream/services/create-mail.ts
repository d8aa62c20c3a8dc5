import type { Fakes } from "./fakes";
import type { Mail } from "./mail/mail";
import { createSmtp, type SmtpConfig } from "./mail/smtp";

/** Server that sends the site's letters: none, the fake's, or one with an account of ours. */
export type MailConfig = { kind: "off" } | { kind: "fake" } | ({ kind: "smtp" } & SmtpConfig);

/** The mail server that the configuration names; the fake is the same client with another end. Null: none. */
export function createMail(config: MailConfig, fakes: Fakes | null): Mail | null {
  switch (config.kind) {
    case "smtp":
      return createSmtp(config);
    case "fake":
      return fakes && createSmtp(fakes.mail.open);
    case "off":
      return null;
  }
}
