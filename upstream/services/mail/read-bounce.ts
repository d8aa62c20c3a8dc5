import { type Rejection, rejectionOf } from "./rejection";

/** Delivery status reported by a bounce. */
export type Bounce = {
  /** Meaning of the rejection; `none`: not a bounce. */
  verdict: Rejection | "none";
  /** Enhanced status code (RFC 3463), such as 5.1.1; empty if absent. */
  status: string;
  /** Header fields in which servers name the recipient of the received mail. */
  receivers: string[];
};

const RECEIVER_FIELDS = ["to", "delivered-to", "x-original-to", "envelope-to", "x-envelope-to"];
/** Three numbers that are not part of an IP address. */
const STATUS = /(?<![\d.])[245]\.\d{1,3}\.\d{1,3}(?!\.?\d)/;
/** Reply code that begins a diagnostic: `smtp; 550 5.1.1 …`. */
const REPLY = /^smtp;\s*([45]\d\d)\b/i;
/** Sender and subject of reports in free text only, such as those of QQ 邮箱 and older ones of 163. */
const REPORTER = /^(?:mailer-daemon|postmaster)@/i;
/** A server's rejection quoted in such a text: `550 5.1.1 …`, `said: 550-Mailbox not found`. */
const SAID = /\b([45]\d\d)[ -](?:#?([45]\.\d{1,3}\.\d{1,3})\b)?/g;
/** Maximum characters of a quoted rejection, in a text without paragraphs. */
const WORDS_MAX = 200;

/**
 * Parses a mail received at the return path: a delivery status report (RFC 3464), or free text of servers that don't
 * send those. Reports about several recipients can't be about our mails, which have one.
 */
export async function readBounce(raw: Uint8Array): Promise<Bounce> {
  const { default: PostalMime } = await import("postal-mime");
  const mail = await PostalMime.parse(raw).catch(() => null);
  if (!mail) return { verdict: "none", status: "", receivers: [] };
  const receivers = mail.headers.filter(({ key }) => RECEIVER_FIELDS.includes(key)).map(({ value }) => value);
  const report = mail.attachments.find(({ mimeType }) => mimeType === "message/delivery-status");
  const said = report
    ? readReport(textOf(report.content))
    : readWords(mail.from?.address ?? "", mail.text || (mail.html ?? "").replace(/<[^>]*>/g, " "));
  return { ...said, receivers };
}

type Said = Omit<Bounce, "receivers">;
const NONE: Said = { verdict: "none", status: "" };

/** Reads the fields of the single recipient, after those of the message. */
function readReport(text: string): Said {
  const groups = text.split(/\r?\n[ \t]*\r?\n/).map(fieldsOf);
  const of = groups.find((fields) => fields.has("final-recipient") || fields.has("original-recipient"));
  const action = of?.get("action")?.toLowerCase();
  if (!of || !action) return NONE;
  const words = of.get("diagnostic-code") ?? "";
  const [, reply = ""] = REPLY.exec(words) ?? [];
  const diagnostic = STATUS.exec(words)?.[0] ?? "";
  const given = STATUS.exec(of.get("status") ?? "")?.[0] ?? "";
  // 5.0.0 is unspecific; the status in the diagnostic of the remote server is better.
  const status = /^[45]\.0\.0$/.test(given) && diagnostic ? diagnostic : given || diagnostic;
  if (action !== "failed") return { verdict: action === "delayed" ? "temporary" : "none", status };
  return { verdict: /^[45]\./.test(status) || reply ? rejectionOf({ reply, status, words }) : "none", status };
}

/** Parses header fields of a report, unfolded. */
function fieldsOf(group: string): Map<string, string> {
  const lines = group.replace(/\r?\n[ \t]+/g, " ").split(/\r?\n/);
  return new Map(
    lines.flatMap((line) => {
      const [, name, value = ""] = /^([\w-]+):\s*(.*)$/.exec(line) ?? [];
      return name ? [[name.toLowerCase(), value.trim()] as const] : [];
    }),
  );
}

/** Finds the first rejection quoted in a free-text report. */
function readWords(from: string, text: string): Said {
  if (!REPORTER.test(from)) return NONE;
  const said = [...text.matchAll(SAID)].find(([, code = ""]) => code >= "400");
  if (!said) return NONE;
  const [, reply = "", status = ""] = said;
  const [words = ""] = text.slice(said.index, said.index + WORDS_MAX).split(/\n\s*\n/, 1);
  return { verdict: rejectionOf({ reply, status, words }), status: status || `${reply[0]}.0.0` };
}

const textOf = (content: ArrayBuffer | Uint8Array | string): string =>
  typeof content === "string" ? content : Buffer.from(content as ArrayBuffer).toString("utf8");
