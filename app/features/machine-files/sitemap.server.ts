import type { CallData } from "#app/contract/endpoint";
import type { Part } from "#app/contract/parts";
import { AGREEMENTS } from "#app/contract/people/agreements";
import { SITE_TEXTS } from "#app/contract/site/site-texts";
import { type SitemapKind, sitemapKind, type syndicationApi } from "#app/contract/site/syndication";
import { pagePath } from "#app/features/content/page-path.server";
import { paths } from "#app/paths";
import { leadsToMissingPart } from "#app/server/urls/part-of-path.server";
import { escapeXml, xmlTime } from "./xml";

type Entry = CallData<typeof syndicationApi.sitemap>["list"][number];

/** Pages that exist whatever the content; part 0 of the kind `page`. */
const PAGES = [
  paths.home(),
  paths.questions(),
  paths.answers(),
  paths.articles(),
  paths.cases(),
  paths.activities(),
  paths.announcements(),
  paths.houseRules(),
  paths.zhiku(),
];

/** Pages that exist once the operator has written their text, by its key. */
export const WRITTEN_PAGES = {
  about: SITE_TEXTS.about.path,
  joinus: SITE_TEXTS.joinus.path,
  terms: AGREEMENTS.terms.path,
  privacy: AGREEMENTS.privacy.path,
} as const;

const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n';
const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

/** Sitemap index; `parts` is the number of parts of each kind. */
export function sitemapIndex(origin: string, parts: Readonly<Record<string, number>>): string {
  const addresses = ["/sitemap/page/0.xml"];
  for (const kind of sitemapKind.options) {
    for (let part = 0; part < (parts[kind] ?? 0); part++) addresses.push(`/sitemap/${kind}/${part}.xml`);
  }
  const entries = addresses.map((path) => `<sitemap><loc>${escapeXml(origin + path)}</loc></sitemap>`);
  return `${HEAD}<sitemapindex ${NAMESPACE}>\n${entries.join("\n")}\n</sitemapindex>\n`;
}

/** One part of the sitemap. */
export function sitemapPart(origin: string, kind: SitemapKind, entries: readonly Entry[]): string {
  return urlSet(
    entries.map(
      ({ id, updatedAt }) =>
        `<url><loc>${escapeXml(origin + pagePath(kind, id))}</loc>${xmlTime("lastmod", updatedAt)}</url>`,
    ),
  );
}

/** The part with the fixed pages. @param off parts that are switched off @param written pages with a text */
export const sitemapOfPages = (origin: string, off: readonly Part[], written: readonly string[]): string =>
  urlSet(
    [...PAGES.filter((path) => !leadsToMissingPart(path, off)), ...written].map(
      (path) => `<url><loc>${escapeXml(origin + path)}</loc></url>`,
    ),
  );

const urlSet = (urls: readonly string[]): string => `${HEAD}<urlset ${NAMESPACE}>\n${urls.join("\n")}\n</urlset>\n`;
