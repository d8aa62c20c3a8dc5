import { z } from "zod";
import { BODY_MAX, NICKNAME_MAX, TAG_LENGTH_MAX, TAGS_MAX, TITLE_MAX } from "#app/contract/limits";
import { OWN_FORMAT } from "#upstream/jobs/export/markdown-files";
import { cutTo } from "#upstream/text/shortened";
import { BadFile } from "./bad-file";
import { fromBlog, timeField } from "./blog-fields";
import { translateExport } from "./exported-marks";
import { translateTags } from "./generator-tags";
import { dropComments } from "./html-comments";
import { dropBlockIds } from "./obsidian-block-ids";
import { dropObsidianComments } from "./obsidian-comments";
import { readTime } from "./read-time";
import { readYaml } from "./read-yaml";

/** Schema of a single-line value in YAML; messages contain the field's name, and `hint` if it is missing. */
const line = (name: string, hint = "") =>
  z
    .union([z.string(), z.number(), z.boolean()], {
      error: ({ input }) => (input === undefined ? `缺少 ${name}${hint}` : `${name} 须为文字`),
    })
    .transform((value) => String(value).replaceAll("\0", "").replace(/\s+/g, " ").trim())
    .refine((text) => text !== "", { message: `${name} 不能为空`, abort: true });

/** Schema of a line that is truncated if it is too long, which is reported to `tell`. */
const cutLine = (name: string, max: number, tell: Tell, hint?: string) =>
  line(name, hint).transform((text) => {
    const cut = cutTo(text, max);
    if (cut !== text) tell(`${name} 超过 ${max} 个字，已截短：${text.slice(0, 40)}…`);
    return cut;
  });

const tags = (tell: Tell) =>
  z
    .unknown()
    .default([])
    .transform((written): string[] => {
      const list = Array.isArray(written) ? written : typeof written === "object" ? [written] : splitList(written);
      return list.flatMap((one: unknown) => {
        if (one === null || one === undefined) return [];
        if (typeof one !== "object") return [String(one).replaceAll("\0", "").replace(/\s+/g, " ").trim()];
        tell(`tags 须为列表，或用逗号隔开的文字，没有带上：${JSON.stringify(one).slice(0, 40)}`);
        return [];
      });
    })
    .transform((list) => {
      const all = [...new Set(list.filter(Boolean))];
      const fitting = all.filter((tag) => [...tag].length <= TAG_LENGTH_MAX);
      const kept = fitting.slice(0, TAGS_MAX);
      const left = all.filter((tag) => !kept.includes(tag));
      if (left.length > 0)
        tell(`tags 最多 ${TAGS_MAX} 个、每个不超过 ${TAG_LENGTH_MAX} 个字，没有带上：${left.join("、")}`);
      return kept;
    });

const splitList = (written: unknown): string[] => String(written).split(/[,，、]/);

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
/** Validated front matter of a text. */
export type FrontMatter = z.output<ReturnType<typeof frontMatterAt>>;
/** Validated front matter; `notes` lists what was changed or omitted. */
export type CheckedMeta = { meta: FrontMatter; notes: string[] };
/**
 * Validates front matter with our field names; `field` is the name under which the file has its time.
 * @throws BadFile
 */
export type CheckMeta = (fields: Fields, field: string) => CheckedMeta;

/** Creates the validation for all texts of one import; its schemas are built once. */
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
  /** Author of texts that name none. */
  author?: string | undefined;
  /** File name without extension, and modification time: title and time of a file that names none. */
  name: string;
  modified: Date;
};
/** Validated front matter of a file; `headed` if the file has front matter, `own` if it comes from our export. */
export type ReadFacts = CheckedMeta & { headed: boolean; own: boolean };

const FRONT_MATTER = /^---[ \t]*\n(?:([\s\S]*?)\n)??---[ \t]*(?:\n|$)([\s\S]*)$/;
/** First heading of a text, if nothing precedes it. */
const TITLE = /^(?:[ \t]*\n)*(?: {0,3}#[ \t]+(.+?)[ \t]*#*[ \t]*|([^\n#>*+\-\s][^\n]*)\n=+[ \t]*)(?:\n|$)/;

/**
 * Reads the front matter of a Markdown file.
 * @throws BadFile with the reason in Chinese
 */
export function readFacts(text: string, { check, author, name, modified }: Reading): ReadFacts {
  const source = cleaned(text);
  if (/^\+\+\+[ \t]*\n/.test(source)) throw new BadFile("front matter 是 TOML（+++），请改成 YAML（---）");
  const { fields, rest } = split(source);
  const filled = fromBlog(nonEmpty(fields ?? {}), { name, modified, heading: titleOf(rest) });
  return {
    ...check(author === undefined ? filled : { author, ...filled }, timeField(fields ?? {})),
    headed: fields !== null,
    own: fields?.format === OWN_FORMAT,
  };
}

/**
 * Reads the body of a Markdown file, converted to our Markdown unless it is `own`; `notes` lists what was kept
 * unconverted.
 * @throws BadFile with the reason in Chinese
 */
export function readBody(text: string, { meta, headed, own }: ReadFacts): { body: string; notes: string[] } {
  const notes = new Set<string>();
  const source = cleaned(text);
  const rest = headed ? (FRONT_MATTER.exec(source)?.[2] ?? "") : source;
  if (own) return { body: checkBody(meta.kind, rest), notes: [] };
  const untitled = "title" in meta && titleOf(rest) === meta.title ? rest.replace(TITLE, "") : rest;
  const shown = dropObsidianComments(dropComments(untitled), (note) => notes.add(note));
  const tagged = translateTags(dropBlockIds(shown), (tag) => notes.add(`不认识的标签，原样留下：${tag}`));
  const translated = translateExport(tagged, (embed) => notes.add(`嵌入的不是图片，只留下名字：${embed}`));
  return { body: checkBody(meta.kind, translated), notes: [...notes] };
}

const cleaned = (text: string): string =>
  text
    .replace(/^\uFEFF/, "")
    .replaceAll("\0", "")
    .replace(/\r\n?/g, "\n");

/** Trims a text's body. @throws BadFile if it is empty or too long */
export function checkBody(kind: FrontMatter["kind"], written: string): string {
  const body = written.replace(/^(?:[ \t]*\n)+/, "").trimEnd();
  if (!body.trim() && kind !== "question") throw new BadFile("没有正文");
  if (body.length > BODY_MAX && [...body].length > BODY_MAX) throw new BadFile(`正文超过 ${BODY_MAX} 个字`);
  return body;
}

/**
 * Splits a text into front matter and the rest; `fields` is null without front matter, since the text may begin with a
 * rule.
 */
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

/** Fields with a value: an empty `title:` counts as missing. */
const nonEmpty = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, field]) => field !== null));
