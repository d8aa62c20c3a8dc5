import { createHash } from "node:crypto";
import type { Transporter } from "nodemailer";
import { MINUTE } from "#runtime/time-units";
import { type Letter, MAIL_TIMEOUT, type Mail, MailError } from "./mail";

/** Account at a mail server that takes messages for others. */
export type SmtpConfig = {
  host: string;
  port: number;
  /** TLS from the first byte (465); else by STARTTLS. */
  secure: boolean;
  /** No letter and no password without TLS. */
  requireTls: boolean;
  /** Empty: the server asks for no account. */
  user: string;
  password: string;
  from: { name: string; address: string };
};

/** Milliseconds that a look at the server is believed, however often staff look at the health of the site. */
const CHECK_BELIEVED = MINUTE;

/** Sends by SMTP (RFC 5321), one message for each connection. The library is loaded with the first of them. */
export function createSmtp(config: SmtpConfig | (() => Promise<SmtpConfig>)): Mail {
  let opened: Promise<{ transport: Transporter; from: SmtpConfig["from"] }> | null = null;
  const open = async () => {
    opened ??= openTransport(typeof config === "function" ? await config() : config);
    return opened;
  };
  let checked: { at: number; outcome: Promise<void> } | null = null;
  const verify = async () => {
    const { transport } = await open();
    await transport.verify().catch((error: unknown) => {
      throw mailErrorOf(error);
    });
  };
  return {
    async send(letter) {
      const { transport, from } = await open();
      await transport.sendMail(messageOf(letter, from)).catch((error: unknown) => {
        throw mailErrorOf(error);
      });
    },
    check() {
      if (!checked || performance.now() - checked.at > CHECK_BELIEVED)
        checked = { at: performance.now(), outcome: verify() };
      return checked.outcome;
    },
  };
}

async function openTransport({ host, port, secure, requireTls, user, password, from }: SmtpConfig) {
  const { createTransport } = await import("nodemailer");
  const transport: Transporter = createTransport({
    host,
    port,
    secure,
    requireTLS: requireTls && !secure,
    ...(user ? { auth: { user, pass: password } } : {}),
    connectionTimeout: MAIL_TIMEOUT,
    greetingTimeout: MAIL_TIMEOUT,
    socketTimeout: MAIL_TIMEOUT,
    // A text is a text: nothing in it names a file or an address to be fetched.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return { transport, from };
}

function messageOf({ to, subject, text, html, site, unsubscribe, occasion }: Letter, from: SmtpConfig["from"]) {
  const domain = from.address.slice(from.address.lastIndexOf("@") + 1);
  const id = occasion && createHash("sha256").update(occasion).digest("hex").slice(0, 32);
  return {
    from: { name: from.name || oneLine(site), address: from.address },
    to: { name: "", address: to },
    subject: oneLine(subject),
    text,
    html,
    ...(id ? { messageId: `<${id}@${domain}>` } : {}),
    headers: {
      // Out-of-office replies are for people (RFC 3834).
      "Auto-Submitted": "auto-generated",
      ...(unsubscribe
        ? { "List-Unsubscribe": `<${unsubscribe}>`, "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" }
        : {}),
    },
  };
}

/** A header is one line, whatever somebody has written. */
const oneLine = (text: string): string => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ").trim();

/** Refusals of the account and of the message say nothing of the address; policy (5.7.x) is about us, not about it. */
function mailErrorOf(error: unknown): MailError {
  const { responseCode: code = 0, command = "", response = "", code: name = "" } = error as SmtpFailure;
  const enhanced = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})/.exec(response)?.[1] ?? "";
  const message = `smtp: ${[name, code || "", enhanced, command && `at ${command}`].filter(Boolean).join(" ")}`;
  if (code < 500) return new MailError("down", message);
  const isAddress = command === "RCPT TO" && !enhanced.startsWith("5.7.");
  return new MailError(isAddress ? "address" : "refused", message);
}

type SmtpFailure = { responseCode?: number; command?: string; response?: string; code?: string };
