import { BadFile } from "./bad-file";

type Fields = Record<string, unknown>;

/**
 * The front matter of a blog (Hexo, Hugo, Jekyll …) in our names: `date`, `categories` (their first), `authors` (their
 * first), and no `kind` where it is an article's. What has our names keeps them.
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

/** Name under which a time stands in a file's front matter. */
export const timeField = (fields: Fields): string => (fields.createdAt === undefined ? "date" : "createdAt");

/** Categories are a word, words, or paths of words. */
function firstOf(value: unknown): unknown {
  return Array.isArray(value) ? firstOf(value[0]) : (value ?? undefined);
}
