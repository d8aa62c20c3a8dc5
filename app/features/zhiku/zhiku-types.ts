import type { ZhikuContentType } from "#app/contract/zhiku/content";

/** Names of the document types. */
export const ZHIKU_TYPES: Record<ZhikuContentType, string> = {
  article: "文章",
  report: "报告",
  data: "数据",
  template: "模板",
};

/** Document types in display order. */
export const ZHIKU_TYPE_NAMES = Object.entries(ZHIKU_TYPES) as [ZhikuContentType, string][];

/** Icon of each document type. */
export const ZHIKU_TYPE_ICONS: Record<ZhikuContentType, string> = {
  article: "article",
  report: "book",
  data: "table",
  template: "copy",
};

/** Percentage from which a document counts as read, since nobody resumes at its last lines. */
export const READ = 97;
