import type { SitemapKind } from "#app/contract/site/syndication";
import { createShortIds } from "#runtime/short-ids";
import type { Services } from "#upstream/call/context";

/** Kinds of pages that are pushed to search engines: texts, as in the sitemap. */
export type PushedKind = Exclude<SitemapKind, "user">;

/** Creates the URLs of the site's pages, as in the sitemap. */
export function pageAddresses({
  shortIdSalt,
  publicOrigin,
}: Services["config"]): (kind: PushedKind, id: number) => string {
  const { encode } = createShortIds(shortIdSalt);
  const pathOf: Record<PushedKind, (id: number) => string> = {
    question: (id) => `/question/${encode(id)}`,
    article: (id) => `/article/${encode(id)}`,
    case: (id) => `/case/${id}`,
    activity: (id) => `/activity/${id}`,
    announcement: (id) => `/announcement/${id}`,
    zhiku: (id) => `/zhiku/article/${encode(id)}`,
  };
  return (kind, id) => publicOrigin + pathOf[kind](id);
}
