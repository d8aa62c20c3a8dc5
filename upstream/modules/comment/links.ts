import type { Comment } from "#app/contract/comment";
import { noticeUrl, readWebAddress, type Site } from "#upstream/text/web-address";

/** An address up to where Chinese, a space or a bracket begins, which nobody puts into one. */
const ADDRESS = /https?:\/\/[!#-;=?-Z_a-z~]+/g;
/** Punctuation that ends a sentence, and no address. */
const TAIL = /[.,;:!?'")\]]+$/;

/** Addresses in the plain words of a comment, by their places; those of other sites lead over the notice. */
export function linksIn(text: string, site: Site): Comment["links"] {
  if (!text.includes("://")) return undefined;
  const links = [...text.matchAll(ADDRESS)].flatMap(({ 0: match, index }) => {
    const raw = match.replace(TAIL, "");
    const address = readWebAddress(raw, site);
    if (!address) return [];
    const href = address.kind === "external" ? noticeUrl(address.href) : address.href;
    return [{ from: index, to: index + raw.length, href }];
  });
  return links.length > 0 ? links : undefined;
}
