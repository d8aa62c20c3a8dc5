import type { MarkdownIt, StateCore, Token } from "markdown-it";
import { ADDRESS_MAX, CJK } from "./links";
import { isMailAddress } from "./mail-address";

/** Either may be part of a bare address; the context decides. */
const SIGNS = /www\.|@/gi;
const HOST =
  /^www\.(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,24}(?![a-z0-9-])(?::\d{1,5})?(?:[/?#][^\s<>"]*)?/i;
const BEFORE_MAIL = /[a-z0-9._+-]{1,64}$/i;
const AFTER_MAIL = /^[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){1,4}/i;
/** Punctuation and markup that belong to the sentence around an address. */
const SENTENCE_END = /[.,:;!?'"*_~)]+$/;

/** Links bare `www.` and mail addresses, as GitHub does; other words with dots are not addresses. */
export function bareAddresses(md: MarkdownIt): void {
  md.core.ruler.after("inline", "bare_addresses", (state) => {
    if (!hasSign(state.src)) return;
    for (const token of state.tokens) if (token.children?.some(mayHold)) token.children = linked(state, token.children);
  });
}

const hasSign = (text: string): boolean => text.includes("@") || /www\./i.test(text);
const mayHold = ({ type, content }: Token): boolean => type === "text" && hasSign(content);

function linked(state: StateCore, children: readonly Token[]): Token[] {
  let links = 0;
  return children.flatMap((token) => {
    links += token.type === "link_open" ? 1 : token.type === "link_close" ? -1 : 0;
    return links === 0 && mayHold(token) ? split(state, token) : [token];
  });
}

function split(state: StateCore, token: Token): Token[] {
  const { content } = token;
  const out: Token[] = [];
  let from = 0;
  for (const { index, 0: sign } of content.matchAll(SIGNS)) {
    if (index < from) continue;
    const found = sign === "@" ? mailAt(content, from, index) : webAt(content, index);
    if (!found) continue;
    const { start, words, href } = found;
    if (start > from) out.push(textToken(state, content.slice(from, start), token.level));
    const open = new state.Token("link_open", "a", 1);
    open.attrs = [["href", href]];
    open.info = "auto";
    open.level = token.level;
    const close = new state.Token("link_close", "a", -1);
    close.level = token.level;
    out.push(open, textToken(state, words, token.level + 1), close);
    from = start + words.length;
  }
  if (from < content.length) out.push(textToken(state, content.slice(from), token.level));
  return out;
}

function textToken(state: StateCore, content: string, level: number): Token {
  const token = new state.Token("text", "", 0);
  token.content = content;
  token.level = level;
  return token;
}

type Found = { start: number; words: string; href: string };

function webAt(text: string, start: number): Found | null {
  if (/[\w./@-]/.test(text[start - 1] ?? " ")) return null;
  const rest = text.slice(start, start + ADDRESS_MAX);
  const end = rest.search(CJK);
  const words = trimmed(HOST.exec(end < 0 ? rest : rest.slice(0, end))?.[0] ?? "");
  return words ? { start, words, href: `http://${words}` } : null;
}

function mailAt(text: string, from: number, at: number): Found | null {
  const before = BEFORE_MAIL.exec(text.slice(Math.max(from, at - 65), at))?.[0] ?? "";
  const after = (AFTER_MAIL.exec(text.slice(at + 1, at + 256))?.[0] ?? "").replace(/[-.]+$/, "");
  const words = `${before}@${after}`;
  return isMailAddress(words) ? { start: at - before.length, words, href: `mailto:${words}` } : null;
}

/**
 * Returns an address without trailing punctuation; each `)` is kept whose `(` the address contains.
 * @param end punctuation that belongs to the sentence around it
 */
export function trimmed(words: string, end = SENTENCE_END): string {
  let length = words.search(end);
  if (length < 0) return words;
  let open = 0;
  for (const { 0: bracket, index } of words.matchAll(/[()]/g)) {
    if (bracket === "(") open += 1;
    else if (open > 0) {
      open -= 1;
      length = Math.max(length, index + 1);
    }
  }
  return words.slice(0, length);
}
