import { formatDateTime } from "#app/components/ui/format-time";
import { escapeXml } from "#app/features/machine-files/xml";
import { type KeptPage, OFFLINE_PAGE, PAGE_MAX, shownPages } from "./kept-pages";

/** Query of a built file in a stored page: the worker has it, so the server is not needed. */
export const KEPT_FILE = "?kept";
/** Attribute of a document's text that the reader was given in full. */
export const READ_WHOLE = "data-read-whole";
/** Element of the offline page for the list of stored pages. */
export const LIST_PLACE = '<div id="kept-pages"></div>';

/** Properties of a response that decide whether it may be stored. */
export type Reply = Pick<Response, "status" | "type" | "redirected" | "headers">;

/** Whether a response is an unmodified page of ours without `no-store`. */
export function isKeepable({ status, type, redirected, headers }: Reply): boolean {
  return (
    status === 200 &&
    type === "basic" &&
    !redirected &&
    headers.has("x-build") &&
    /^text\/html\b/.test(headers.get("content-type") ?? "") &&
    !/no-store/.test(headers.get("cache-control") ?? "")
  );
}

/** A page as stored: for reading, so without scripts except the first, which handles the theme. */
export type KeptHtml = {
  html: string;
  title: string;
  /** The remaining script. */
  script: string;
  /** Built files needed to show it. */
  styles: string[];
};

/**
 * Matches scripts with their content, and other tags as a whole, so that nothing in an attribute is taken for a tag.
 */
const TAGS = /<script\b([^>]*)>([\s\S]*?)<\/script>|<\/?[a-z](?:[^>"']|"[^"]*"|'[^']*')*>/gi;
const STYLE = /^(<link\b[^>]*\bhref=")(\/assets\/[\w.-]+\.css)"/;

/** Converts a page for storage; null if it is too large, or not a page of ours. */
export function keptHtmlOf(page: string): KeptHtml | null {
  let script: string | null = null;
  const styles: string[] = [];
  const html = page.replace(TAGS, (tag, attributes?: string, text?: string) => {
    if (text === undefined) {
      return tag.replace(STYLE, (_start, before: string, file: string) => {
        styles.push(file);
        return `${before}${file}${KEPT_FILE}"`;
      });
    }
    if (script !== null || attributes) return "";
    script = text;
    return tag;
  });
  if (script === null || !html.includes("<body>") || html.length > PAGE_MAX) return null;
  const [, title = ""] = /<meta property="og:title" content="([^"]*)"/.exec(html) ?? [];
  return { html, title: unescaped(title), script, styles };
}

/** Content security policy of a stored page: the page's own, but only these scripts run and nothing is reported. */
export function keptPolicy(policy: string, hashes: readonly string[]): string {
  const kept = policy
    .split(";")
    .map((directive) => directive.trim())
    .filter((directive) => !/^(?:script-src|connect-src|report-uri|report-to|frame-src)\b/.test(directive));
  return [...kept, `script-src ${hashes.map((hash) => `'sha256-${hash}'`).join(" ")}`].join("; ");
}

/** A stored page as shown. @param line message shown first */
export function shownHtml(html: string, line: string, script: string): string {
  const end = html.lastIndexOf("</body>");
  const body = `${html.slice(0, end)}<script>${script}</script>${html.slice(end)}`;
  return body.replace("<body>", () => `<body><p class="kept-line" role="status">${line} <a href="">重新载入</a></p>`);
}

/** Message with the time a page was stored (milliseconds since 1970). */
export const keptLine = (keptAt: number): string =>
  `离线：这是 ${formatDateTime(keptAt)} 时存下的。没有网络时发不出表单，写下的会留着。`;

/** Message of the offline page when it replaces another one. */
export const offlineLine = (pathname: string): string =>
  pathname === OFFLINE_PAGE ? "现在没有网络。" : "没有网络，这一页也没有存下来。";

/** HTML list of readable pages. */
export function keptListHtml(pages: readonly KeptPage[]): string {
  if (pages.length === 0) return "<p>还没有存下什么。联网时读过的会在这里。</p>";
  const list = (title: string, some: readonly KeptPage[]) =>
    some.length === 0 ? "" : `<h2>${title}</h2><ul class="side-list">${some.map(entry).join("")}</ul>`;
  const [favorites, read] = [pages.filter(({ favorite }) => favorite), pages.filter(({ favorite }) => !favorite)];
  return list("收藏", favorites) + list("读过的", read);
}

const entry = ({ path, title, keptAt }: KeptPage): string =>
  `<li><a class="side-list__link" href="${escapeXml(path)}">${escapeXml(title || path)}</a><span class="side-list__note">${formatDateTime(keptAt ?? 0)} 存下</span></li>`;

/** The offline page with the list of readable pages. */
export const withKeptList = (html: string, kept: Parameters<typeof shownPages>[0], now: number): string =>
  html.replace(LIST_PLACE, () => `<div id="kept-pages">${keptListHtml(shownPages(kept, now))}</div>`);

const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#x27": "'", "#39": "'" };

/** Reverses React's escaping. */
const unescaped = (text: string): string =>
  text.replace(/&(amp|lt|gt|quot|#x27|#39);/g, (entity, name: string) => ENTITIES[name] ?? entity);
