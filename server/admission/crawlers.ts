/**
 * A search engine's crawler: how its user agent is recognized, and the domains of its host names as its operator
 * documents them.
 */
export type Crawler = { name: string; says: RegExp; hosts: readonly string[] };

/** Crawlers whose operators document how to verify them by host name. Reviewed with each release. */
export const CRAWLERS: readonly Crawler[] = [
  { name: "Baidu", says: /Baiduspider/i, hosts: ["baidu.com", "baidu.jp"] },
  { name: "Bing", says: /bingbot|msnbot|adidxbot/i, hosts: ["search.msn.com"] },
  { name: "Google", says: /Googlebot|Google-InspectionTool|GoogleOther/i, hosts: ["googlebot.com", "google.com"] },
  { name: "Sogou", says: /Sogou (?:web|inst|pic|news) ?spider/i, hosts: ["sogou.com"] },
  { name: "Petal", says: /PetalBot/i, hosts: ["petalsearch.com"] },
  { name: "Apple", says: /Applebot/i, hosts: ["applebot.apple.com"] },
  { name: "Yandex", says: /Yandex(?:Bot|Images|Mobile)/i, hosts: ["yandex.ru", "yandex.net", "yandex.com"] },
];

/** The crawler that a user agent claims to be; null for others. */
export const crawlerNamed = (userAgent: string): Crawler | null =>
  CRAWLERS.find(({ says }) => says.test(userAgent)) ?? null;
