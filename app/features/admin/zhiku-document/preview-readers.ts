import type { ZhikuPreviewReader } from "#app/contract/admin/zhiku/content";

/** Kinds of readers for whom a document can be previewed. */
export const PREVIEW_READERS: Record<ZhikuPreviewReader, string> = {
  visitor: "访客",
  member: "没有权益的会员",
  entitled: "有权益的会员",
};

/** The named kind of reader; visitors by default. */
export const previewReaderOf = (name: string | null): ZhikuPreviewReader =>
  name !== null && Object.hasOwn(PREVIEW_READERS, name) ? (name as ZhikuPreviewReader) : "visitor";
