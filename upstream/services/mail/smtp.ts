import { createHash } from "node:crypto";
import type { Transporter } from "nodemailer";
import { MINUTE } from "#runtime/time-units";
import { type Letter, MAIL_TIMEOUT, type Mail, MailError } from "./mail";
import { rejectionOf } from "./rejection";
import { taggedAddress } from "./return-token";

/** Account at a mail submission server. */
export type SmtpConfig = {
  host: string;
  port: number;
  /** Implicit TLS (port 465); otherwise STARTTLS. */
  secure: boolean;
  /** Refuses to send mails or the password without TLS. */
  requireTls: boolean;
  /** User name; empty if the server needs no authentication. */
  user: string;
  password: string;
  from: { name: string; address: string };
  /** Return path for bounces, extended by the mail's token after a +; empty to use the sender. */
  bounces: string;
};

/** Milliseconds for which a server check is cached, however often staff open the health page. */
const CHECK_BELIEVED = MINUTE;

/** Creates an SMTP client (RFC 5321), one message per connection. The library is loaded with the first message. */
export function createSmtp(config: SmtpConfig | (() => Promise<SmtpConfig>)): Mail {
  let opened: Promise<Opened> | null = null;
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
      const { transport, from, bounces } = await open();
      await transport
        .sendMail({ ...messageOf(letter, from), ...envelopeOf(letter, bounces) })
        .catch((error: unknown) => {
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

type Opened = { transport: Transporter } & Pick<SmtpConfig, "from" | "bounces">;

async function openTransport(config: SmtpConfig): Promise<Opened> {
  const { host, port, secure, requireTls, user, password, from, bounces } = config;
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
    // Text must never be interpreted as a file path or URL to load.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return { transport, from, bounces };
}

/**
 * Returns the SMTP envelope. With a return path, each mail has its own sender address, so that bounces can be
 * attributed (VERP).
 */
function envelopeOf({ to, returnToken }: Letter, bounces: string) {
  if (!bounces || !returnToken) return {};
  return { envelope: { from: taggedAddress(bounces, returnToken), to } };
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
      // Suppresses out-of-office replies (RFC 3834).
      "Auto-Submitted": "auto-generated",
      ...(unsubscribe
        ? { "List-Unsubscribe": `<${unsubscribe}>`, "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" }
        : {}),
    },
  };
}

/** Removes line breaks, to prevent header injection. */
const oneLine = (text: string): string => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ").trim();

/** Reasons that the rejection of a recipient has. */
const REASONS = { permanent: "address", temporary: "down", "about-us": "refused" } as const;

/** Maps SMTP errors. Rejections of the account and of the message say nothing about the address. */
function mailErrorOf(error: unknown): MailError {
  const { responseCode: code = 0, command = "", response = "", code: name = "" } = error as SmtpFailure;
  const enhanced = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})/.exec(response)?.[1] ?? "";
  const message = `smtp: ${[name, code || "", enhanced, command && `at ${command}`].filter(Boolean).join(" ")}`;
  if (code < 500) return new MailError("down", message);
  if (command !== "RCPT TO") return new MailError("refused", message);
  const rejection = rejectionOf({ reply: String(code), status: enhanced, words: response });
  return new MailError(REASONS[rejection], message);
}

type SmtpFailure = { responseCode?: number; command?: string; response?: string; code?: string };
