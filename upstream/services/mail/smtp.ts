import { createHash } from "node:crypto";
import type { Transporter } from "nodemailer";
import { MINUTE } from "#runtime/time-units";
import { type Letter, MAIL_TIMEOUT, type Mail, MailError } from "./mail";
import { taggedAddress } from "./return-token";

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
  /** Address to which what can't be delivered comes back, with a token of the letter behind a +; empty: to the sender. */
  bounces: string;
};

/** Milliseconds that a look at the server is believed, however often staff look at the health of the site. */
const CHECK_BELIEVED = MINUTE;

/** Sends by SMTP (RFC 5321), one message for each connection. The library is loaded with the first of them. */
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
    // A text is a text: nothing in it names a file or an address to be fetched.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return { transport, from, bounces };
}

/** Sender and receiver as servers have them: with a return path of its own each letter tells which one has come back (VERP). */
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
