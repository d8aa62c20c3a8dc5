import { parse } from "yaml";
import { z } from "zod";
import { BODY_MAX, NICKNAME_MAX, TAG_LENGTH_MAX, TAGS_MAX, TITLE_MAX, TITLE_MIN } from "#app/contract/limits";
import { BadFile } from "./bad-file";
import { fromBlog } from "./blog-fields";
import { dropComments } from "./html-comments";
import { readTime } from "./read-time";

/** A word or number of YAML as a line of text; messages name the field, `hint` what helps where it is missing. */
const line = (name: string, max = Number.POSITIVE_INFINITY, hint = "") =>
  z
    .union([z.string(), z.number(), z.boolean()], {
      error: ({ input }) => (input === undefined ? `缺少 ${name}${hint}` : `${name} 须为文字`),
    })
    .transform((value) => String(value).replaceAll("\0", "").replace(/\s+/g, " ").trim())
    .refine((text) => text !== "", { message: `${name} 不能为空`, abort: true })
    .refine((text) => [...text].length <= max, { message: `${name} 超过 ${max} 个字` });

const tags = z
  .union([z.array(line("tags")), z.string().transform((text) => text.split(/[,，、]/).map((part) => part.trim()))], {
    error: "tags 须为列表，或用逗号隔开的文字",
  })
  .default([])
  .transform((list) => [...new Set(list.filter(Boolean))])
  .refine((list) => list.length <= TAGS_MAX, { message: `tags 最多 ${TAGS_MAX} 个` })
  .refine((list) => list.every((tag) => [...tag].length <= TAG_LENGTH_MAX), {
    message: `tags 每个不超过 ${TAG_LENGTH_MAX} 个字`,
  });

const createdAt = (now: Date) =>
  z
    .unknown()
    .transform((value, context) => {
      if (value === undefined) return undefined;
      const time = readTime(value);
      const message = time === null ? "createdAt 不是有效的时间" : time > now ? "createdAt 在未来" : null;
      if (time && message === null) return time.toISOString();
      context.addIssue({ code: "custom", message: message ?? "" });
      return z.NEVER;
    })
    .optional();

function frontMatterAt(now: Date) {
  const shared = { author: line("author", NICKNAME_MAX, "（加上 --author 昵称 会用它）"), createdAt: createdAt(now) };
  const titled = {
    ...shared,
    title: line("title").refine((title) => [...title].length >= TITLE_MIN && [...title].length <= TITLE_MAX, {
      message: `title 须为 ${TITLE_MIN} 到 ${TITLE_MAX} 个字`,
    }),
    tags,
  };
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
export type FrontMatter = z.output<ReturnType<typeof frontMatterAt>>;

type Reading = {
  now: Date;
  /** Whose texts are that name nobody. */
  author?: string | undefined;
};

/**
 * Splits a Markdown file into its front matter and its body.
 * @throws BadFile with the reason in Chinese.
 */
export function readFrontMatter(text: string, { now, author }: Reading): { meta: FrontMatter; body: string } {
  if (/^\uFEFF?\+\+\+[ \t]*\r?\n/.test(text)) throw new BadFile("front matter 是 TOML（+++），请改成 YAML（---）");
  const match = /^\uFEFF?---[ \t]*\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n|$)([\s\S]*)$/.exec(text);
  if (!match) throw new BadFile("文件开头没有 front matter（--- 之间的 YAML）");
  const parsed = frontMatterAt(now).safeParse(readYaml(match[1] ?? "", author));
  if (!parsed.success) throw new BadFile([...new Set(parsed.error.issues.map(({ message }) => message))].join("；"));
  const body = dropComments((match[2] ?? "").replaceAll("\0", "").replaceAll("\r\n", "\n")).trim();
  if (!body && parsed.data.kind !== "question") throw new BadFile("没有正文");
  if ([...body].length > BODY_MAX) throw new BadFile(`正文超过 ${BODY_MAX} 个字`);
  return { meta: parsed.data, body };
}

/** The fields that are filled in: `title:` with nothing behind it is as good as missing. */
function readYaml(source: string, author: string | undefined): unknown {
  const value = parseYaml(source);
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const fields = fromBlog(Object.fromEntries(Object.entries(value).filter(([, field]) => field !== null)));
  return author === undefined ? fields : { author, ...fields };
}

function parseYaml(source: string): unknown {
  try {
    return parse(source, { logLevel: "error" });
  } catch (error) {
    throw new BadFile(`front matter 不是有效的 YAML：${(error as Error).message.split("\n", 1)[0]}`);
  }
}
