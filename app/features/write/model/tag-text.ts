const SEPARATORS = /[\s,，、;；]+/;

/** Parses tags separated by spaces, commas and the like; drops leading #s and duplicates. */
export function parseTags(text: string): string[] {
  const tags = new Map<string, string>();
  for (const part of text.split(SEPARATORS)) {
    const tag = part.replace(/^[#＃]+/, "");
    if (tag && !tags.has(tag.toLowerCase())) tags.set(tag.toLowerCase(), tag);
  }
  return [...tags.values()];
}

/** Formats tags for their input field. */
export const formatTags = (tags: readonly string[]): string => tags.join(" ");
