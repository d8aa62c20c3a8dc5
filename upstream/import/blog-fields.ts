import { BadFile } from "./bad-file";

type Fields = Record<string, unknown>;

/**
 * Maps the front matter of a blog (Hexo, Hugo, Jekyll …) to our names: `date`, `categories` (the first), `authors` (the
 * first), and articles if there is no `kind`. Existing fields with our names take precedence.
 * @throws BadFile for a draft.
 */
export function fromBlog(fields: Fields): Fields {
  if (fields.draft === true || fields.published === false) throw new BadFile("是草稿，未导入");
  const ours: Fields = {
    kind: fields.question === undefined ? "article" : undefined,
    author: firstOf(fields.authors),
    createdAt: fields.date,
    classification: firstOf(fields.categories ?? fields.category),
  };
  return { ...Object.fromEntries(Object.entries(ours).filter(([, value]) => value !== undefined)), ...fields };
}

/** Name of the time field in a file's front matter. */
export const timeField = (fields: Fields): string => (fields.createdAt === undefined ? "date" : "createdAt");

/** Categories are a string, a list of strings, or of paths of strings. */
function firstOf(value: unknown): unknown {
  return Array.isArray(value) ? firstOf(value[0]) : (value ?? undefined);
}
