import type { Fakes } from "./fakes";
import type { Mail } from "./mail/mail";
import { createSmtp, type SmtpConfig } from "./mail/smtp";

/** Mail server: none, the fake, or an account at a real one. */
export type MailConfig = { kind: "off" } | { kind: "fake" } | ({ kind: "smtp" } & SmtpConfig);

/** Creates the configured mail client; the fake uses the same client with another endpoint. Null if mail is off. */
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
