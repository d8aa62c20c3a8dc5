import { z } from "zod";
import { pictureUrl, removalReason } from "#app/contract/admin/edited";
import { instant } from "#app/contract/admin/instant";
import { count, cursorQuery, html, id, idempotencyKey, idParams, nothing, text, time } from "#app/contract/common";
import { staffEndpoint } from "#app/contract/endpoint";
import { presignBody, presignData } from "#app/contract/files/oss";
import { BODY_MAX, TITLE_MAX, ZHIKU_FILES_MAX } from "#app/contract/limits";
import { decimal } from "#app/contract/text/decimal";
import {
  zhikuAttachment,
  zhikuCategoryRef,
  zhikuContentDetail,
  zhikuContentType,
  zhikuFile,
} from "#app/contract/zhiku/content";
import { zhikuContentStates } from "./content-states";

/** State of a document. */
const zhikuContentState = z.enum(zhikuContentStates);

const version = z.number({ error: "请重新打开这一页" }).int().nonnegative();
const NO_CATEGORY = "请选择分类";
/** Key of a file from its upload. */
const fileKey = z.string().max(200);

/** Fields of a document that staff edit. */
export const zhikuContentFields = z.object({
  categoryId: decimal(
    z.number({ error: NO_CATEGORY }).int(NO_CATEGORY).positive(NO_CATEGORY).max(Number.MAX_SAFE_INTEGER, NO_CATEGORY),
  ),
  type: zhikuContentType,
  title: text("标题", { min: 2, max: TITLE_MAX }),
  /** Public. */
  abstract: text("摘要", { min: 1, max: 500 }),
  /** Markdown; the part above a line `<!--more-->` is public. */
  content: text("正文", { min: 1, max: BODY_MAX }),
  source: text("来源", { max: 60 }).default(""),
  cover: pictureUrl,
  /** Readable as a whole by every member with a complete profile, without a right. */
  trial: z.boolean().default(false),
  /** Shown first where documents are recommended. */
  recommended: z.boolean().default(false),
  /** The original; empty for none. */
  document: fileKey.default(""),
  /** Files in the order shown to readers. */
  attachments: z
    .array(z.object({ key: fileKey.min(1, "请选择文件"), fileName: text("文件名", { min: 1, max: 120 }) }))
    .max(ZHIKU_FILES_MAX, `附件不能超过${ZHIKU_FILES_MAX}个`)
    .default([]),
  /** Publication time, by which documents are sorted, newest first; null leaves it unchanged. */
  publishedAt: instant.nullable().default(null),
});

/** A document in the console's list. */
const listedContent = z.object({
  id: z.number(),
  title: z.string(),
  type: zhikuContentType,
  category: zhikuCategoryRef,
  state: zhikuContentState,
  /** Whether it is hidden with its category, and will return with it. */
  withCategory: z.boolean(),
  trial: z.boolean(),
  recommended: z.boolean(),
  attachmentCount: count,
  readCount: count,
  /** Publication time; for a draft, when it was created. */
  createdAt: time,
  updatedAt: time,
  version,
});
export type ListedZhikuContent = z.output<typeof listedContent>;

/** A file of a document in the console. */
const editedFile = zhikuFile.extend({ key: z.string() });

/** A document in the console, with its Markdown and its files. */
const editedContent = listedContent.extend({
  abstract: z.string(),
  content: z.string(),
  source: z.string(),
  cover: z.string(),
  document: editedFile.nullable(),
  attachments: z.array(editedFile.extend({ downloadCount: count })),
  contentHtml: html,
});
export type EditedZhikuContent = z.output<typeof editedContent>;

const placed = z.object({ id, reason: removalReason });

/** Kind of reader for a preview; members have a complete profile. */
export const zhikuPreviewReader = z.enum(["visitor", "member", "entitled"]);
export type ZhikuPreviewReader = z.output<typeof zhikuPreviewReader>;

/** Calls on zhiku's documents, for zhiku's editors. */
export const adminZhikuContentApi = {
  list: staffEndpoint({
    method: "GET",
    path: "/api/ext/admin/zhiku/content",
    permission: "zhiku.read",
    summary: "后台：知库资料，最近修改的在前；给出分类时含其下级，按读者看到的顺序",
    query: cursorQuery.extend({
      /** State to list; by default all except removed ones. */
      state: zhikuContentState.optional(),
      categoryId: id.optional(),
      /** Words of its title, or its number. */
      q: text("关键词", { max: 60 }).optional(),
    }),
    data: z.object({ list: z.array(listedContent), nextCursor: z.string().nullable() }),
  }),
  get: staffEndpoint({
    method: "GET",
    path: "/api/ext/admin/zhiku/content/:id",
    permission: "zhiku.read",
    summary: "后台：一份知库资料，含 Markdown 正文与文件",
    params: idParams,
    data: editedContent,
  }),
  presignFile: staffEndpoint({
    method: "POST",
    path: "/api/ext/admin/zhiku/content/file",
    permission: "document.manage",
    summary: "后台：知库资料的原件或附件上传的限时地址",
    body: presignBody.omit({ purpose: true }),
    data: presignData,
  }),
  preview: staffEndpoint({
    method: "POST",
    path: "/api/ext/admin/zhiku/content/preview",
    permission: "zhiku.read",
    summary: "后台：一份资料在访客、没有权益的会员或有权益的会员眼里的样子，什么也不保存",
    /** `id` is the document's, if it is already stored. */
    body: zhikuContentFields.omit({ publishedAt: true }).extend({ id: id.optional(), as: zhikuPreviewReader }),
    data: z.object({
      content: zhikuContentDetail,
      attachments: z.array(zhikuAttachment),
      original: zhikuFile.nullable(),
    }),
  }),
  add: staffEndpoint({
    method: "POST",
    path: "/api/ext/admin/zhiku/content",
    permission: "document.manage",
    summary: "后台：新建知库资料，存为草稿或立即发布",
    body: zhikuContentFields
      .omit({ publishedAt: true })
      .extend({ publish: z.boolean().default(false), idempotencyKey }),
    data: z.object({ id: z.number() }),
  }),
  put: staffEndpoint({
    method: "PUT",
    path: "/api/ext/admin/zhiku/content",
    permission: "document.manage",
    summary: "后台：修改知库资料，可以同时发布；别人改过时拒绝",
    body: zhikuContentFields.extend({ id, version, publish: z.boolean().default(false) }),
    data: z.object({ version }),
  }),
  show: staffEndpoint({
    method: "POST",
    path: "/api/ext/admin/zhiku/content/show",
    permission: "document.manage",
    summary: "后台：发布草稿，或重新显示隐藏的资料",
    body: z.object({ id }),
    data: nothing,
  }),
  hide: staffEndpoint({
    method: "POST",
    path: "/api/ext/admin/zhiku/content/hide",
    permission: "document.manage",
    summary: "后台：隐藏资料，读者不再看到，收藏与阅读记录等它回来",
    body: placed,
    data: nothing,
  }),
  remove: staffEndpoint({
    method: "DELETE",
    path: "/api/ext/admin/zhiku/content",
    permission: "document.manage",
    summary: "后台：删除资料",
    body: placed,
    data: nothing,
  }),
  restore: staffEndpoint({
    method: "POST",
    path: "/api/ext/admin/zhiku/content/restore",
    permission: "document.manage",
    summary: "后台：恢复删除的资料，先是隐藏的；从未发布过的仍是草稿",
    body: z.object({ id }),
    data: nothing,
  }),
};
