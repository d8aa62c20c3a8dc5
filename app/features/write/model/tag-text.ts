const SEPARATORS = /[\s,，、;；]+/;

/** The tags in a line of text, separated by spaces, commas or the like; a leading # is habit, a second time a slip. */
export function parseTags(text: string): string[] {
  const tags = new Map<string, string>();
  for (const part of text.split(SEPARATORS)) {
    const tag = part.replace(/^[#＃]+/, "");
    if (tag && !tags.has(tag.toLowerCase())) tags.set(tag.toLowerCase(), tag);
  }
  return [...tags.values()];
}

/** Tags as the field for them has them. */
export const formatTags = (tags: readonly string[]): string => tags.join(" ");
