import type { Comment } from "#app/contract/content/comment";
import type { SharedCall } from "#upstream/call/context";
import { fromJson } from "#upstream/db/schema/columns";
import type { Called } from "#upstream/db/schema/comments";
import { keysOf } from "#upstream/db/versions";
import { idsOf } from "#upstream/modules/notification/mentions";
import { trimmed } from "#upstream/services/markdown/bare-addresses";
import { leavingUrl, readWebAddress, type Site } from "#upstream/text/web-address";
import type { CommentRow } from "./queries";

/** A URL up to the first Chinese character, space or square bracket, which URLs rarely contain. */
const ADDRESS = /https?:\/\/[!#-;=?-Z_a-z~]+/g;
/** Punctuation that belongs to the sentence around a URL. Comments have no markup: `_`, `~` and `*` are the URL's own. */
const SENTENCE_END = /[.,:;!?')]+$/;

/** Basis of the links in comments: the site's own URLs, and the ids of called people who have an account. */
export type Linking = { site: Site; people: ReadonlySet<number> };

/** Looks up the people called in these comments, for their links. */
export async function linkingOf({ db, site, dependsOn }: SharedCall, rows: readonly CommentRow[]): Promise<Linking> {
  const ids = idsOf(rows.filter((row) => row.deleted_at === null).flatMap(calledIn));
  if (ids.length === 0) return { site, people: new Set() };
  dependsOn(...keysOf("user", ids));
  const open = await db
    .selectFrom("users")
    .select("id")
    .where("id", "in", ids)
    .where("deleted_at", "is", null)
    .execute();
  return { site, people: new Set(open.map(({ id }) => id)) };
}

/** People called in a comment. */
const calledIn = ({ called }: Pick<CommentRow, "called">): Called[] => (called === null ? [] : fromJson(called));

/**
 * Finds URLs in a comment's plain text, and the people called in it, in order, with their positions; URLs of other sites
 * lead through the notice page.
 */
export function linksIn(row: Pick<CommentRow, "text" | "called">, { site, people }: Linking): Comment["links"] {
  const urls = row.text.includes("://") ? urlsIn(row.text, site) : [];
  const calls = calledIn(row)
    .filter(({ from, userId }) => people.has(userId) && !urls.some((url) => url.from < from && from < url.to))
    .map(({ from, to, userId }) => ({ from, to, href: `/u/${userId}` }));
  const links = [...urls, ...calls].sort((a, b) => a.from - b.from);
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
