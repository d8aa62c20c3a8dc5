import { createHash } from "node:crypto";
import { UnsentError } from "#upstream/services/external/unsent-error";
import { shortened } from "#upstream/text/shortened";

/** Words that a message can be made of. */
export const TEMPLATE_WORDS = ["words", "newest", "count", "time", "site"] as const;
export type TemplateWord = (typeof TEMPLATE_WORDS)[number];
/** Template of an official account: its id, and what stands in each of its fields (`thing1`). */
export type MessageTemplate = { id: string; fields: Readonly<Record<string, TemplateWord>> };

/** Message of the official account to somebody who follows it. */
export type TemplateMessage = {
  openid: string;
  /** Address that a tap on it leads to. */
  url: string;
  /** Each as often as it can be said shorter: the first that fits its field is taken. */
  words: Readonly<Record<TemplateWord, readonly string[]>>;
  /** Names the occasion: the same one sent twice within ten minutes comes once. */
  occasion: string;
};

/**
 * Types of fields, by the letters that their names begin with, with the characters that each takes
 * (模板消息 参数说明). Older templates have `keyword`, which takes more, but shows no more.
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

/** Fields as the setting names them, `thing1=words,time2=time`; null where WeChat would not take them. */
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

/** Body of `message/template/send`. */
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

/** The first that is short enough, or the last one cut; a field may not be empty. */
function fitted(candidates: readonly string[], max: number): string {
  const texts = candidates.map((text) => text.replace(/\s+/gu, " ").trim()).filter(Boolean);
  return texts.find((text) => [...text].length <= max) ?? (shortened(texts.at(-1) ?? "", max - 1) || "无");
}

/** Fields that a template has, from its content as WeChat gives it: `{{thing1.DATA}}`. */
export const fieldsIn = (content: string): string[] =>
  [...content.matchAll(/\{\{\s*(\w+)\.DATA\s*\}\}/g)].map(([, field = ""]) => field);

/** A message of the official account did not go out. `spent`: no more can be sent today, to nobody. */
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
