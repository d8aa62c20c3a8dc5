/** Search engines that verify site ownership: their names, and the `<meta>` name of their code. */
export const SEARCH_ENGINES = {
  baidu: { name: "百度", meta: "baidu-site-verification" },
  bing: { name: "必应", meta: "msvalidate.01" },
  so360: { name: "360 搜索", meta: "360-site-verification" },
  sogou: { name: "搜狗", meta: "sogou_site_verification" },
  shenma: { name: "神马", meta: "shenma-site-verification" },
  google: { name: "Google", meta: "google-site-verification" },
} as const;

/** Search engine by its short name. */
export type SearchEngine = keyof typeof SEARCH_ENGINES;
/** Every search engine, in the console's order. */
export const searchEngines = Object.keys(SEARCH_ENGINES) as [SearchEngine, ...SearchEngine[]];
