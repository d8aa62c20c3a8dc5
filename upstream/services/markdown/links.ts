import type { MarkdownIt } from "markdown-it";
import { noticeUrl, readWebAddress, type Site } from "#upstream/text/web-address";

/** Han, kana, hangul, full-width forms and Chinese punctuation: where an address in running text ends. */
const CJK =
  /[\u2014\u2018-\u201d\u2026\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\ufe30-\ufe4f\uff00-\uffef]|[\ud840-\ud87f]/;

/**
 * Links: only http, https and relative ones; others stay text. Own pages are plain; the rest goes through
 * the notice page. Bare addresses become links when they begin with http:// or https:// and end where
 * Chinese begins, since authors put no space between them.
 */
export function links(md: MarkdownIt, site: Site): void {
  md.validateLink = (url) => readWebAddress(url, site) !== null;

  // Without a scheme, README.md and main.py would be domains.
  md.core.ruler.disable("linkify");
  const match = md.linkify.matchAtStart.bind(md.linkify);
  md.linkify.matchAtStart = (text) => {
    if (!/^https?:/i.test(text)) return null;
    const end = text.search(CJK);
    return match(end < 0 ? text : text.slice(0, end));
  };

  md.renderer.rules.link_open = (tokens, index, _options, _env, self) => {
    const token = tokens[index];
    const address = readWebAddress(String(token?.attrGet("href") ?? ""), site);
    if (!token || !address) return "<a>";
    const title = token.attrGet("title");
    token.attrs = [["href", address.kind === "external" ? noticeUrl(address.href) : address.href]];
    if (title) token.attrSet("title", title);
    if (address.kind === "external") {
      token.attrSet("rel", "nofollow ugc noopener");
      token.attrSet("target", "_blank");
    }
    return self.renderToken(tokens, index, {});
  };
}
