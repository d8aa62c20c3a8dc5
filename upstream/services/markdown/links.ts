import type { MarkdownIt } from "markdown-it";
import { leavingUrl } from "#upstream/text/web-address";
import { readMailLink } from "./mail-address";
import type { ReadAddress } from "./text-addresses";

/** Han, kana, hangul, full-width forms and Chinese punctuation: where a URL in running text ends. */
export const CJK =
  /[\u2014\u2018-\u201d\u2026\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\ufe30-\ufe4f\uff00-\uffef]|[\ud840-\ud87f]/;

const ADDRESS_END = new RegExp(`\\s|${CJK.source}`);

/** Maximum characters of a bare URL. */
export const ADDRESS_MAX = 2_048;

const BRACKETS = [
  ["(", ")"],
  ["[", "]"],
  ["{", "}"],
] as const;

/** Cuts a URL at the first unclosed bracket; otherwise its pattern would search for the end from each one. */
function withoutUnclosed(text: string): string {
  const unclosed = BRACKETS.filter(([open]) => text.includes(open))
    .map(([open, close]) => text.indexOf(open, text.lastIndexOf(close) + 1))
    .filter((at) => at >= 0);
  return unclosed.length === 0 ? text : text.slice(0, Math.min(...unclosed));
}

/** Value that the rules for links and pictures write to the environment of one rendering. */
export type LinkEnv = { external?: Set<string> };

/** Notes a link to another site. @returns the URL to link to instead */
export function externalLink(env: LinkEnv, href: string): string {
  env.external ??= new Set();
  env.external.add(href);
  return leavingUrl(href);
}

/** Visible ASCII: a host name in it is written as it is asked for. */
const ASCII = /^[!-~]*$/;
/** Parts of a URL that are shown differently: encoded characters, an empty login, international host names. */
const SHOWN_OTHERWISE = /[%@]|xn--/i;

/**
 * Renders links: only http, https, relative URLs and single mail addresses; others stay text. Links within the site are
 * direct, others go through the notice page and are collected in `env.external`. Bare URLs become links if they begin
 * with http:// or https://; they end where Chinese text begins, since authors put no space between.
 */
export function links(md: MarkdownIt, read: ReadAddress): void {
  md.validateLink = (url) => readMailLink(url) !== null || read(url) !== null;

  // Most URLs need none of the parsing by which markdown-it converts international host names.
  const { normalizeLink, normalizeLinkText } = md;
  md.normalizeLink = (url) => (ASCII.test(url) ? md.utils.lib.mdurl.encode(url) : normalizeLink(url));
  md.normalizeLinkText = (url) => (ASCII.test(url) && !SHOWN_OTHERWISE.test(url) ? url : normalizeLinkText(url));

  // Without a scheme, README.md and main.py would be taken for domains.
  md.core.ruler.disable("linkify");
  const match = md.linkify.matchAtStart.bind(md.linkify);
  md.linkify.matchAtStart = (text) => {
    if (!/^https?:/i.test(text)) return null;
    const near = text.slice(0, ADDRESS_MAX);
    const end = near.search(ADDRESS_END);
    return match(withoutUnclosed(end < 0 ? near : near.slice(0, end)));
  };

  md.renderer.rules.link_open = (tokens, index, _options, env: LinkEnv, self) => {
    const token = tokens[index];
    const written = String(token?.attrGet("href") ?? "");
    const mail = readMailLink(written);
    const address = mail ? { kind: "mail" as const, href: mail } : read(written);
    if (!token || !address) return "<a>";
    const title = token.attrGet("title");
    token.attrs = [["href", address.kind === "external" ? externalLink(env, address.href) : address.href]];
    if (title) token.attrSet("title", title);
    if (address.kind === "external") {
      token.attrSet("rel", "nofollow ugc noopener");
      token.attrSet("target", "_blank");
      // URL for print, where links can't be followed; unless it is the link's text already.
      if (tokens[index + 1]?.content !== address.href) token.attrSet("data-address", address.href);
    }
    return self.renderToken(tokens, index, {});
  };
}
