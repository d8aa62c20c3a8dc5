import MarkdownIt, { type Token } from "markdown-it";

const blocks = new MarkdownIt({ html: false });

/** Kinds of code in markdown-it's words: fences and indented blocks. */
const ALL_CODE = ["fence", "code_block"];

/**
 * Rewrites a Markdown text outside code: fences, and blocks indented by four columns if they are code, which only a
 * parser can distinguish from paragraphs of a list.
 * @param kinds of code to skip; pass only `fence` if the searched text may contain indented lines itself
 */
export function outsideCode(
  markdown: string,
  rewrite: (text: string) => string,
  kinds: readonly string[] = ALL_CODE,
): string {
  const lines = markdown.split("\n");
  const out: string[] = [];
  let from = 0;
  const flush = (to: number) => {
    if (to > from) out.push(rewrite(lines.slice(from, to).join("\n")));
    from = to;
  };
  for (const [begin, end] of codeLines(markdown, kinds)) {
    flush(begin);
    out.push(lines.slice(begin, end).join("\n"));
    from = end;
  }
  flush(lines.length);
  return out.join("\n");
}

/** Blanks the code of a Markdown text with NUL, so that places in the result are places in the text. */
export function withoutCode(markdown: string): string {
  const lines = markdown.split("\n");
  for (const [begin, end] of codeLines(markdown, ALL_CODE))
    for (let at = begin; at < end; at += 1) lines[at] = "\0".repeat(lines[at]?.length ?? 0);
  return lines.join("\n");
}

/** Line ranges of code, each `[from, to)`. */
function codeLines(markdown: string, kinds: readonly string[]): [number, number][] {
  const tokens: Token[] = [];
  blocks.block.parse(markdown, blocks, {}, tokens);
  return tokens.flatMap(({ type, map }) => (map && kinds.includes(type) ? [map] : []));
}
