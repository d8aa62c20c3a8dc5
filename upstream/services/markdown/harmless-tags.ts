import type { MarkdownIt, StateInline, Token } from "markdown-it";

/** HTML tags that are useful and harmless, each with the parents it is limited to; allowed only without attributes. */
const TAGS: Record<string, { within?: string }> = {
  del: {},
  ins: {},
  kbd: {},
  mark: {},
  rp: { within: "ruby" },
  rt: { within: "ruby" },
  ruby: {},
  small: {},
  sub: {},
  sup: {},
  u: {},
};
const TAG = /<(\/?)([a-z]{1,5})[ \t]*\/?>/iy;
/** Maximum nesting depth; deeper tags stay text. */
const DEPTH_MAX = 20;

/**
 * Supports harmless HTML tags: `H<sub>2</sub>O`, `<kbd>Ctrl</kbd>`, `<ruby>汉<rt>hàn</rt></ruby>`, `<br>`. Unmatched
 * tags, and those that would overlap emphasis or links, stay text, so that the output is always well-formed.
 */
export function harmlessTags(md: MarkdownIt): void {
  md.inline.ruler.before("html_inline", "harmless_tag", tag);
  md.core.ruler.after("inline", "harmless_pairs", ({ src, tokens }) => {
    if (!src.includes("<")) return;
    for (const { children } of tokens) if (children?.some(({ type }) => type === "tag")) pair(children);
  });
}

function tag(state: StateInline, silent: boolean): boolean {
  TAG.lastIndex = state.pos;
  const [whole = "", slash = "", written = ""] = TAG.exec(state.src) ?? [];
  const name = written.toLowerCase();
  const isBreak = name === "br" && !slash;
  if (!whole || (!isBreak && (!Object.hasOwn(TAGS, name) || whole.endsWith("/>")))) return false;
  if (!silent && isBreak) state.push("hardbreak", "br", 0);
  else if (!silent) {
    const token = state.push("tag", name, 0);
    token.meta = { closes: slash !== "", whole };
    token.content = whole;
  }
  state.pos += whole.length;
  return true;
}

/** Open tags within one range, delimited by emphasis, links and the like. */
type Stretch = { open: Token[]; count: Map<string, number> };

function pair(children: Token[]): void {
  const stretches: Stretch[] = [{ open: [], count: new Map() }];
  const leave = ({ open }: Stretch) => open.forEach(asText);
  for (const token of children) {
    if (token.type !== "tag") {
      if (token.nesting === 1) stretches.push({ open: [], count: new Map() });
      if (token.nesting === -1 && stretches.length > 1) leave(stretches.pop() as Stretch);
      continue;
    }
    const { open, count } = stretches.at(-1) as Stretch;
    const { within } = TAGS[token.tag] ?? {};
    if (!token.meta.closes) {
      const misplaced = within !== undefined && open.at(-1)?.tag !== within;
      if (misplaced || open.length >= DEPTH_MAX) asText(token);
      else {
        open.push(token);
        count.set(token.tag, (count.get(token.tag) ?? 0) + 1);
      }
      continue;
    }
    if (!count.get(token.tag)) {
      asText(token);
      continue;
    }
    for (;;) {
      const last = open.pop() as Token;
      count.set(last.tag, (count.get(last.tag) ?? 1) - 1);
      if (last.tag !== token.tag) {
        asText(last);
        continue;
      }
      become(last, 1);
      become(token, -1);
      break;
    }
  }
  stretches.forEach(leave);
}

function asText(token: Token): void {
  token.type = "text";
  token.tag = "";
}

function become(token: Token, nesting: 1 | -1): void {
  token.type = `tag_${nesting === 1 ? "open" : "close"}`;
  token.nesting = nesting;
  token.content = "";
}
