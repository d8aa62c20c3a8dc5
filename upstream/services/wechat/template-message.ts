import { createHash } from "node:crypto";
import { UnsentError } from "#upstream/services/external/unsent-error";
import { shortened } from "#upstream/text/shortened";

/** Placeholders available for message fields. */
export const TEMPLATE_WORDS = ["words", "newest", "count", "time", "site"] as const;
export type TemplateWord = (typeof TEMPLATE_WORDS)[number];
/** Template of an official account: its id, and the content of each field (`thing1`). */
export type MessageTemplate = { id: string; fields: Readonly<Record<string, TemplateWord>> };

/** Message of the official account to a follower. */
export type TemplateMessage = {
  openid: string;
  /** URL that the message opens. */
  url: string;
  /** Variants of each value, longest first: the first that fits its field is used. */
  words: Readonly<Record<TemplateWord, readonly string[]>>;
  /** Identifies the occasion: sending it twice within ten minutes delivers it once. */
  occasion: string;
};

/**
 * Field types by name prefix, with the characters allowed in each (模板消息 参数说明). Older templates have `keyword`, which
 * accepts more but displays no more.
 */
const TYPES: Record<string, { max: number; takes: readonly TemplateWord[] }> = {
  thing: { max: 20, takes: ["words", "newest", "site"] },
  keyword: { max: 20, takes: TEMPLATE_WORDS },
  number: { max: 32, takes: ["count"] },
  character_string: { max: 32, takes: ["count"] },
  time: { max: 32, takes: ["time"] },
  date: { max: 32, takes: ["time"] },
};
const FIELD = /^([a-z_]+?)\d{1,3}$/;
const typeOf = (field: string) => TYPES[FIELD.exec(field)?.[1] ?? ""];

/** Parses the setting's fields, `thing1=words,time2=time`; null if WeChat would reject them. */
export function readTemplateFields(setting: string): MessageTemplate["fields"] | null {
  const pairs = setting.split(",").map((pair) => pair.trim().split("="));
  const fields: Record<string, TemplateWord> = {};
  for (const [field = "", name] of pairs) {
    const word = TEMPLATE_WORDS.find((one) => one === name);
    if (!word || !typeOf(field)?.takes.includes(word) || Object.hasOwn(fields, field)) return null;
    fields[field] = word;
  }
  return fields;
}

/** Returns the body of `message/template/send`. */
export const templateBody = (template: MessageTemplate, { openid, url, words, occasion }: TemplateMessage) => ({
  touser: openid,
  template_id: template.id,
  url,
  client_msg_id: createHash("sha256").update(occasion).digest("hex").slice(0, 32),
  data: Object.fromEntries(
    Object.entries(template.fields).map(([field, word]) => [
      field,
      { value: fitted(words[word], typeOf(field)?.max ?? 0) },
    ]),
  ),
});

/** Returns the first variant that fits, or the last one truncated; a field must not be empty. */
function fitted(candidates: readonly string[], max: number): string {
  const texts = candidates.map((text) => text.replace(/\s+/gu, " ").trim()).filter(Boolean);
  return texts.find((text) => [...text].length <= max) ?? (shortened(texts.at(-1) ?? "", max - 1) || "无");
}

/** Fields of a template, from its content in WeChat's format: `{{thing1.DATA}}`. */
export const fieldsIn = (content: string): string[] =>
  [...content.matchAll(/\{\{\s*(\w+)\.DATA\s*\}\}/g)].map(([, field = ""]) => field);

/** A message of the official account was not sent. `spent`: the daily quota is exceeded, for everyone. */
export class TemplateError extends UnsentError {
  override name = "TemplateError";
  constructor(
    reason: UnsentError["reason"],
    message: string,
    readonly spent = false,
  ) {
    super(reason, message);
  }
}
