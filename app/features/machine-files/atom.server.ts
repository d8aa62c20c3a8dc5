import type { CallData } from "#app/contract/endpoint";
import { KINDS } from "#app/contract/kinds";
import type { syndicationApi } from "#app/contract/site/syndication";
import { AI_MARK } from "#app/features/content/ai-mark";
import { pagePath } from "#app/features/content/page-path.server";
import { paths } from "#app/paths";
import { escapeXml, xmlTime } from "./xml";

type Entry = CallData<typeof syndicationApi.feed>[number];
type Feed = { origin: string; title: string; subtitle: string; selfPath: string; pagePath: string; entries: Entry[] };

/** Date in our ids' tag URIs on which we owned the host (RFC 4151); ids must never change, and so neither must this. */
const TAG_DATE = "2025-01-01";
/** Used if a time of change is unknown. */
const NEVER = "1970-01-01T00:00:00Z";

/** Builds an Atom feed (RFC 4287) with full texts. */
export function atomFeed({ origin, title, subtitle, selfPath, pagePath, entries }: Feed): string {
  const host = new URL(origin).hostname;
  const updated = Math.max(0, ...entries.map((entry) => Date.parse(entry.updatedAt) || 0));
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="zh-CN">',
    `<id>tag:${host},${TAG_DATE}:${escapeXml(selfPath)}</id>`,
    `<title>${escapeXml(title)}</title>`,
    subtitle ? `<subtitle>${escapeXml(subtitle)}</subtitle>` : "",
    xmlTime("updated", new Date(updated).toISOString()),
    `<link rel="self" type="application/atom+xml" href="${escapeXml(origin + selfPath)}"/>`,
    `<link rel="alternate" type="text/html" href="${escapeXml(origin + pagePath)}"/>`,
    ...entries.map((entry) => atomEntry(entry, origin, host)),
    "</feed>\n",
  ]
    .filter(Boolean)
    .join("\n");
}

function atomEntry(entry: Entry, origin: string, host: string): string {
  const url = origin + pagePath(entry.kind, entry.id);
  // Most feed readers show no categories.
  const mark = entry.aiGenerated ? `<p><em>${AI_MARK}</em></p>` : "";
  return [
    "<entry>",
    `<id>tag:${host},${TAG_DATE}:${entry.kind}/${entry.id}</id>`,
    `<title>${escapeXml(entry.title)}</title>`,
    `<link rel="alternate" type="text/html" href="${escapeXml(url)}"/>`,
    `<author><name>${escapeXml(entry.author.nickname)}</name>${authorUri(entry.author, origin)}</author>`,
    xmlTime("published", entry.createdAt),
    // Atom requires it.
    xmlTime("updated", entry.updatedAt) || xmlTime("updated", NEVER),
    `<category term="${entry.kind}" label="${KINDS[entry.kind].name}"/>`,
    entry.aiGenerated ? `<category term="ai-generated" label="${AI_MARK}"/>` : "",
    `<content type="html">${escapeXml(mark + withAbsoluteUrls(entry.contentHtml, origin, url))}</content>`,
    "</entry>",
  ]
    .filter(Boolean)
    .join("\n");
}

/** A closed account has no page. */
const authorUri = ({ userId, closed }: Entry["author"], origin: string): string =>
  closed ? "" : `<uri>${escapeXml(origin + paths.user(userId))}</uri>`;

/** Makes URLs absolute, since feed readers show the text elsewhere. */
function withAbsoluteUrls(html: string, origin: string, url: string): string {
  return html
    .replace(/<\/?picture>|<source [^>]*>|\s(?:srcset|sizes)="[^"]*"/g, "")
    .replace(/\b(src|href)="\/(?!\/)/g, `$1="${origin}/`)
    .replace(/\bhref="#/g, `href="${url}#`);
}
