import type { ZhikuContentType } from "#app/contract/zhiku/content";

/** Names of the types of documents. */
export const ZHIKU_TYPES: Record<ZhikuContentType, string> = {
  article: "文章",
  report: "报告",
  data: "数据",
  template: "模板",
};

/** In the order in which they are offered. */
export const ZHIKU_TYPE_NAMES = Object.entries(ZHIKU_TYPES) as [ZhikuContentType, string][];

/** Its sign beside a document. */
export const ZHIKU_TYPE_ICONS: Record<ZhikuContentType, string> = {
  article: "article",
  report: "book",
  data: "table",
  template: "copy",
};

/** Percent from which on a document counts as read: nobody reads on from its last lines. */
export const READ = 97;
