/** Delivery that a letter which came back tells of. */
export type Bounce = {
  /** `permanent`: nobody is reached there; `temporary`: not now; `about-us`: they don't want our letters, or not this one; `none`: it is no bounce. */
  verdict: "permanent" | "temporary" | "about-us" | "none";
  /** Status as servers write it (RFC 3463), 5.1.1; empty where there is none. */
  status: string;
  /** Fields by which servers say for whom the letter is that came. */
  receivers: string[];
};

const RECEIVER_FIELDS = ["to", "delivered-to", "x-original-to", "envelope-to", "x-envelope-to"];
/** Three numbers, and no address of a machine. */
const STATUS = /(?<![\d.])[245]\.\d{1,3}\.\d{1,3}(?!\.?\d)/;
/** Sender and subject of reports that are written for people alone, as those of QQ 邮箱 and older ones of 163. */
const REPORTER = /^(?:mailer-daemon|postmaster)@/i;
/** A server's refusal in such a text: `550 5.1.1 …`, `said: 550-Mailbox not found`. */
const SAID = /\b([45]\d\d)[ -](?:#?([45]\.\d{1,3}\.\d{1,3})\b)?/g;
/** Replies to `RCPT` that say that nobody is there (RFC 5321); 554 and others are refusals of a letter. */
const NOBODY = ["550", "551", "553"];

/**
 * Reads a letter that has come to the return path: a report (RFC 3464), or what servers write that know of none. Reports of several
 * receivers are of no letter of ours.
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

/** The fields of the one receiver, behind those of the message. */
function readReport(text: string): Said {
  const groups = text.split(/\r?\n[ \t]*\r?\n/).map(fieldsOf);
  const of = groups.find((fields) => fields.has("final-recipient") || fields.has("original-recipient"));
  const action = of?.get("action")?.toLowerCase();
  if (!of || !action) return NONE;
  const diagnostic = STATUS.exec(of.get("diagnostic-code") ?? "")?.[0] ?? "";
  const given = STATUS.exec(of.get("status") ?? "")?.[0] ?? "";
  // 5.0.0 is what a server says that knows no more; what the other one said is better.
  const status = /^[45]\.0\.0$/.test(given) && diagnostic ? diagnostic : given || diagnostic;
  if (action !== "failed") return { verdict: action === "delayed" ? "temporary" : "none", status };
  return { verdict: verdictOf(status), status };
}

/** Header fields as they stand in a report, unfolded. */
function fieldsOf(group: string): Map<string, string> {
  const lines = group.replace(/\r?\n[ \t]+/g, " ").split(/\r?\n/);
  return new Map(
    lines.flatMap((line) => {
      const [, name, value = ""] = /^([\w-]+):\s*(.*)$/.exec(line) ?? [];
      return name ? [[name.toLowerCase(), value.trim()] as const] : [];
    }),
  );
}

/** The first refusal that a report for people quotes. */
function readWords(from: string, text: string): Said {
  if (!REPORTER.test(from)) return NONE;
  const [, reply = "", enhanced = ""] = [...text.matchAll(SAID)].find(([, code = ""]) => code >= "400") ?? [];
  if (!reply) return NONE;
  if (enhanced) return { verdict: verdictOf(enhanced), status: enhanced };
  const verdict = reply.startsWith("4") ? "temporary" : NOBODY.includes(reply) ? "permanent" : "about-us";
  return { verdict, status: `${reply[0]}.0.0` };
}

/** As a server's refusal is taken while it talks to us: policy (5.7) and the letter itself (5.6, too long) say nothing of the address. */
function verdictOf(status: string): Bounce["verdict"] {
  if (status.startsWith("4.")) return "temporary";
  if (!status.startsWith("5.")) return "none";
  return /^5\.(?:7|6)\.|^5\.(?:2\.3|3\.4)$/.test(status) ? "about-us" : "permanent";
}

const textOf = (content: ArrayBuffer | Uint8Array | string): string =>
  typeof content === "string" ? content : Buffer.from(content as ArrayBuffer).toString("utf8");
