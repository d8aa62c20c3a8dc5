import { z } from "zod";
import { BODY_MAX, NICKNAME_MAX, TAG_LENGTH_MAX, TAGS_MAX, TITLE_MAX } from "#app/contract/limits";
import { BadFile } from "./bad-file";
import { fromBlog, timeField } from "./blog-fields";
import { translateExport } from "./exported-marks";
import { translateTags } from "./generator-tags";
import { dropComments } from "./html-comments";
import { readTime } from "./read-time";
import { readYaml } from "./read-yaml";

/** A word or number of YAML as a line of text; messages name the field, `hint` what helps where it is missing. */
const line = (name: string, hint = "") =>
  z
    .union([z.string(), z.number(), z.boolean()], {
      error: ({ input }) => (input === undefined ? `缺少 ${name}${hint}` : `${name} 须为文字`),
    })
    .transform((value) => String(value).replaceAll("\0", "").replace(/\s+/g, " ").trim())
    .refine((text) => text !== "", { message: `${name} 不能为空`, abort: true });

/** A line that is cut where it is too long, and tells so. */
const cutLine = (name: string, max: number, tell: Tell, hint?: string) =>
  line(name, hint).transform((text) => {
    const characters = [...text];
    if (characters.length <= max) return text;
    tell(`${name} 超过 ${max} 个字，已截短：${text.slice(0, 40)}…`);
    return `${characters.slice(0, max - 1).join("")}…`;
  });

const tags = (tell: Tell) =>
  z
    .union([z.array(line("tags")), z.string().transform((text) => text.split(/[,，、]/).map((part) => part.trim()))], {
      error: "tags 须为列表，或用逗号隔开的文字",
    })
    .default([])
    .transform((list) => {
      const all = [...new Set(list.filter(Boolean))];
      const fitting = all.filter((tag) => [...tag].length <= TAG_LENGTH_MAX);
      const kept = fitting.slice(0, TAGS_MAX);
      const left = all.filter((tag) => !kept.includes(tag));
      if (left.length > 0)
        tell(`tags 最多 ${TAGS_MAX} 个、每个不超过 ${TAG_LENGTH_MAX} 个字，没有带上：${left.join("、")}`);
      return kept;
    });

const createdAt = (now: Date, field: string) =>
  z
    .unknown()
    .transform((value, context) => {
      if (value === undefined) return undefined;
      const time = readTime(value);
      if (time && time <= now) return time.toISOString();
      const wrong = time === null ? "不是有效的时间（写成 2024-05-01 09:30）" : "在未来";
      context.addIssue({ code: "custom", message: `${field} ${wrong}：${String(value).slice(0, 60)}` });
      return z.NEVER;
    })
    .optional();

type Fields = Record<string, unknown>;
type Tell = (note: string) => void;

function frontMatterAt(now: Date, field: string, tell: Tell) {
  const shared = {
    author: cutLine("author", NICKNAME_MAX, tell, "（加上 --author 昵称 会用它）"),
    createdAt: createdAt(now, field),
  };
  const titled = { ...shared, title: cutLine("title", TITLE_MAX, tell), tags: tags(tell) };
  return z.discriminatedUnion(
    "kind",
    [
      z.object({ kind: z.literal("article"), ...titled, classification: line("classification").optional() }),
      z.object({ kind: z.literal("question"), ...titled }),
      /** `question`: the question's title, or the path of its file. */
      z.object({ kind: z.literal("answer"), ...shared, question: line("question") }),
    ],
    { error: "kind 须为 article、question 或 answer" },
  );
}
/** Facts of a text that its file begins with, checked. */
export type FrontMatter = z.output<ReturnType<typeof frontMatterAt>>;
/** Facts of a text; `notes` tell what of them was changed or left out. */
export type CheckedMeta = { meta: FrontMatter; notes: string[] };
/** Makes the facts of a text, in our names, fit; `field` is the name under which its time was written. @throws BadFile */
export type CheckMeta = (fields: Fields, field: string) => CheckedMeta;

/** A check of facts, for all texts of one import: what it asks is put together once. */
export function createMetaCheck(now: Date): CheckMeta {
  let notes: string[] = [];
  const tell: Tell = (note) => {
    if (!notes.includes(note)) notes.push(note);
  };
  const schemas = new Map<string, ReturnType<typeof frontMatterAt>>();
  return (fields, field) => {
    notes = [];
    const schema = schemas.get(field) ?? frontMatterAt(now, field, tell);
    schemas.set(field, schema);
    const parsed = schema.safeParse(fields);
    if (!parsed.success) throw new BadFile([...new Set(parsed.error.issues.map(({ message }) => message))].join("；"));
    return { meta: parsed.data, notes };
  };
}

type Reading = {
  check: CheckMeta;
  /** Author of texts that name nobody. */
  author?: string | undefined;
  /** The file's name without its ending, and when it was changed: title and time of one without front matter. */
  name: string;
  modified: Date;
};
/** Facts of a file; `headed`: it has front matter. */
export type ReadFacts = CheckedMeta & { headed: boolean };

const FRONT_MATTER = /^---[ \t]*\n([\s\S]*?)\n?---[ \t]*(?:\n|$)([\s\S]*)$/;
/** The first heading of a text, before which nothing stands. */
const TITLE = /^(?:[ \t]*\n)*(?: {0,3}#[ \t]+(.+?)[ \t]*#*[ \t]*|([^\n#>*+\-\s][^\n]*)\n=+[ \t]*)(?:\n|$)/;

/**
 * Reads what a Markdown file says of itself.
 * @throws BadFile with the reason in Chinese.
 */
export function readFacts(text: string, { check, author, name, modified }: Reading): ReadFacts {
  const source = cleaned(text);
  if (/^\+\+\+[ \t]*\n/.test(source)) throw new BadFile("front matter 是 TOML（+++），请改成 YAML（---）");
  const { fields, rest } = split(source);
  const titled = fields ?? { title: titleOf(rest) ?? name, createdAt: modified.toISOString() };
  return { ...check(complete(titled, author), timeField(titled)), headed: fields !== null };
}

/**
 * Reads the body of a Markdown file, in our Markdown; `notes` tell of what stays as it was written.
 * @throws BadFile with the reason in Chinese.
 */
export function readBody(text: string, { meta, headed }: ReadFacts): { body: string; notes: string[] } {
  const notes = new Set<string>();
  const source = cleaned(text);
  const rest = headed ? (FRONT_MATTER.exec(source)?.[2] ?? "") : source;
  const untitled = "title" in meta && titleOf(rest) === meta.title ? rest.replace(TITLE, "") : rest;
  const translated = translateExport(
    translateTags(dropComments(untitled), (tag) => notes.add(`不认识的标签，原样留下：${tag}`)),
  );
  return { body: checkBody(meta.kind, translated), notes: [...notes] };
}

const cleaned = (text: string): string =>
  text
    .replace(/^\uFEFF/, "")
    .replaceAll("\0", "")
    .replace(/\r\n?/g, "\n");

/** A text's body without what surrounds it. @throws BadFile for none, or one that is no text of ours */
export function checkBody(kind: FrontMatter["kind"], written: string): string {
  const body = written.replace(/^(?:[ \t]*\n)+/, "").trimEnd();
  if (!body.trim() && kind !== "question") throw new BadFile("没有正文");
  if (body.length > BODY_MAX && [...body].length > BODY_MAX) throw new BadFile(`正文超过 ${BODY_MAX} 个字`);
  return body;
}

/** Front matter, null for a text that has none: its first lines may be anything between two rules. */
function split(source: string): { fields: Fields | null; rest: string } {
  const match = FRONT_MATTER.exec(source);
  const value = match ? readYaml(match[1] ?? "") : null;
  if (!match || typeof value === "string" || typeof value === "number") return { fields: null, rest: source };
  if (typeof value !== "object" || Array.isArray(value)) throw new BadFile("front matter 须为“名字: 值”的列表");
  return { fields: (value ?? {}) as Fields, rest: match[2] ?? "" };
}

function titleOf(body: string): string | null {
  const [, atx, setext] = TITLE.exec(body) ?? [];
  const title = (atx ?? setext ?? "").replace(/[*_`]/g, "").replace(/\s+/g, " ").trim();
  return title || null;
}

/** The fields that are filled in, in our names: `title:` with nothing behind it is as good as missing. */
function complete(fields: Fields, author: string | undefined): Fields {
  const filled = fromBlog(Object.fromEntries(Object.entries(fields).filter(([, field]) => field !== null)));
  return author === undefined ? filled : { author, ...filled };
}
