import type { Comment } from "#app/contract/content/comment";
import type { SharedCall } from "#upstream/call/context";
import { keysOf } from "#upstream/db/versions";
import { findCalled } from "#upstream/modules/notification/mentions";
import { trimmed } from "#upstream/services/markdown/bare-addresses";
import { leavingUrl, readWebAddress, type Site } from "#upstream/text/web-address";
import type { CommentRow } from "./queries";

/** A URL up to the first Chinese character, space or square bracket, which URLs rarely contain. */
const ADDRESS = /https?:\/\/[!#-;=?-Z_a-z~]+/g;
/** Punctuation that belongs to the sentence around a URL. Comments have no markup: `_`, `~` and `*` are the URL's own. */
const SENTENCE_END = /[.,:;!?')]+$/;

/** Basis of the links in comments: the site's own URLs, and who is called in them. */
export type Linking = { site: Site; called: Awaited<ReturnType<typeof findCalled>> };

/** Looks up the people called in these comments, for their links. */
export async function linkingOf({ db, site, dependsOn }: SharedCall, rows: readonly CommentRow[]): Promise<Linking> {
  const texts = rows.filter((row) => row.deleted_at === null).map((row) => row.text);
  const called = await findCalled(db, texts);
  dependsOn(
    ...keysOf(
      "user",
      texts.flatMap((text) => called(text).map(({ userId }) => userId)),
    ),
  );
  return { site, called };
}

/**
 * Finds URLs and the people called in a comment's plain text, in order, with their positions; URLs of other sites lead
 * through the notice page.
 */
export function linksIn(text: string, { site, called }: Linking): Comment["links"] {
  const urls = text.includes("://") ? urlsIn(text, site) : [];
  const people = called(text)
    .filter(({ from }) => !urls.some((url) => url.from < from && from < url.to))
    .map(({ from, to, userId }) => ({ from, to, href: `/u/${userId}` }));
  const links = [...urls, ...people].sort((a, b) => a.from - b.from);
  return links.length > 0 ? links : undefined;
}

function urlsIn(text: string, site: Site): NonNullable<Comment["links"]> {
  return [...text.matchAll(ADDRESS)].flatMap(({ 0: match, index }) => {
    const raw = trimmed(match, SENTENCE_END);
    const address = readWebAddress(raw, site);
    if (!address) return [];
    const href = address.kind === "external" ? leavingUrl(address.href) : address.href;
    return [{ from: index, to: index + raw.length, href }];
  });
}
