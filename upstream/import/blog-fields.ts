import { BadFile } from "./bad-file";
import { readTime } from "./read-time";

type Fields = Record<string, unknown>;
/** Facts of a file besides its fields. */
type File = {
  /** Name without extension. */
  name: string;
  modified: Date;
  /** First heading, if the text begins with one. */
  heading: string | null;
};

/** Names of Jekyll's files, which contain the date. */
const DATED = /^(\d{4}-\d{1,2}-\d{1,2})-(.+)$/;

/**
 * Maps the front matter of a blog (Hexo, Hugo, Jekyll …) to our names: `date`, `categories` (the first), `authors` (the
 * first), and articles if there is no `kind`. Existing fields with our names take precedence. Of a file without `kind`
 * a missing title is its first heading or its name, a missing time that in its name or its own.
 * @throws BadFile for a draft.
 */
export function fromBlog(fields: Fields, { name, modified, heading }: File): Fields {
  if (fields.draft === true || fields.published === false) throw new BadFile("是草稿，未导入");
  const [, day, rest] = DATED.exec(name) ?? [];
  const own: Fields =
    fields.kind === undefined && fields.question === undefined
      ? { kind: "article", title: heading ?? rest ?? name, createdAt: (readTime(day) ?? modified).toISOString() }
      : {};
  const ours: Fields = {
    author: firstOf(fields.authors),
    createdAt: fields.date ?? (readTime(fields.created) ? fields.created : undefined),
    classification: firstOf(fields.categories ?? fields.category),
  };
  const given = Object.fromEntries(Object.entries(ours).filter(([, value]) => value !== undefined));
  return { ...own, ...given, ...fields };
}

/** Name of the time field in a file's front matter. */
export const timeField = (fields: Fields): string =>
  ["createdAt", "date"].find((name) => fields[name] !== undefined) ?? "created";

/** Categories are a string, a list of strings, or of paths of strings. */
function firstOf(value: unknown): unknown {
  return Array.isArray(value) ? firstOf(value[0]) : (value ?? undefined);
}
