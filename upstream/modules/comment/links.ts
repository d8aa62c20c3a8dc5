import type { Comment } from "#app/contract/content/comment";
import { trimmed } from "#upstream/services/markdown/bare-addresses";
import { leavingUrl, readWebAddress, type Site } from "#upstream/text/web-address";

/** A URL up to the first Chinese character, space or square bracket, which URLs rarely contain. */
const ADDRESS = /https?:\/\/[!#-;=?-Z_a-z~]+/g;
/** Punctuation that belongs to the sentence around a URL. Comments have no markup: `_`, `~` and `*` are the URL's own. */
const SENTENCE_END = /[.,:;!?')]+$/;

/** Finds URLs in a comment's plain text, with their positions; those of other sites lead through the notice page. */
export function linksIn(text: string, site: Site): Comment["links"] {
  if (!text.includes("://")) return undefined;
  const links = [...text.matchAll(ADDRESS)].flatMap(({ 0: match, index }) => {
    const raw = trimmed(match, SENTENCE_END);
    const address = readWebAddress(raw, site);
    if (!address) return [];
    const href = address.kind === "external" ? leavingUrl(address.href) : address.href;
    return [{ from: index, to: index + raw.length, href }];
  });
  return links.length > 0 ? links : undefined;
}
