import { z } from "zod";
import { count, html, id, idParams, image, paged, pageQuery, time } from "#app/contract/common";
import { endpoint, ofPart } from "#app/contract/endpoint";
import { DOCUMENT_DOWNLOAD_TIMEOUT } from "#app/contract/limits";

/** The category that something belongs to. */
export const zhikuCategoryRef = z.object({ id: z.number(), name: z.string() });
export type ZhikuCategoryRef = z.output<typeof zhikuCategoryRef>;

/** 文章、报告、数据、模板. */
export const zhikuContentType = z.enum(["article", "report", "data", "template"]);
export type ZhikuContentType = z.output<typeof zhikuContentType>;

/** Public part of a document; nothing in it comes from the paid part. */
export const zhikuContentSummary = z.object({
  id: z.number(),
  title: z.string(),
  /** Written for everybody by the editor, never cut from the body. */
  abstract: z.string(),
  cover: image.nullable(),
  category: zhikuCategoryRef,
  type: zhikuContentType,
  /** Open to every complete profile, without a right. */
  trial: z.boolean(),
  attachmentCount: count,
  readCount: count,
  favoriteCount: count,
  createdAt: time,
  updatedAt: time,
});
export type ZhikuContentSummary = z.output<typeof zhikuContentSummary>;

/** Reason why the viewer can't read all of a content: not logged in, profile incomplete, or no right that opens it. */
export const zhikuDenial = z.enum(["NOT_LOGIN", "USER_INFO_INCOMPLETE", "RIGHTS_NOT_SUBSCRIBED"]);
export type ZhikuDenial = z.output<typeof zhikuDenial>;

/** Standing of the viewer to a document in a list. */
export const zhikuStanding = z.object({
  /** Reason why it is shut; null when it is open to them. */
  denied: zhikuDenial.nullable(),
  /** Part that they have read, 0 to 100; null when they never opened it. */
  percent: z.number().int().min(0).max(100).nullable(),
});
export type ZhikuStanding = z.output<typeof zhikuStanding>;

/**
 * A document in a list, with how the viewer stands to it; an upstream that has no more than the specified does not say.
 */
export const zhikuListed = zhikuContentSummary.extend({ viewer: zhikuStanding.optional() });
export type ZhikuListed = z.output<typeof zhikuListed>;

/** A document of zhiku as its page shows it to this viewer. */
export const zhikuContentDetail = zhikuContentSummary.extend({
  /** Person or institution that wrote it. */
  source: z.string(),
  /** The whole body when `viewer.denied` is null, else only the part that is free to all, which may be empty. */
  contentHtml: html,
  /** Headings of the whole body; `id` is the anchor in `contentHtml`, as far as the viewer has it. */
  headings: z.array(
    z.object({
      id: z.string(),
      level: count,
      text: z.string(),
      /** True of a heading whose text the viewer is not given. */
      shut: z.boolean().default(false),
    }),
  ),
  /** Words of the whole body (`countWords`), for a reading time. */
  length: count,
  /** Tables and pictures of the whole body. */
  tableCount: count.default(0),
  pictureCount: count.default(0),
  /** Reading positions belong to a version. */
  version: count,
  viewer: z.object({ favorited: z.boolean(), denied: zhikuDenial.nullable() }),
});
export type ZhikuContentDetail = z.output<typeof zhikuContentDetail>;

/** A file by its looks; the bytes need a presigned URL. */
export const zhikuFile = z.object({ fileName: z.string(), contentType: z.string(), bytes: count });
export type ZhikuFile = z.output<typeof zhikuFile>;

/** A file of a document that can be downloaded. */
export const zhikuAttachment = zhikuFile.extend({
  id: z.number(),
  /** Way in which the page can show it in place; null when it can only be downloaded. */
  preview: z.enum(["pdf", "image"]).nullable(),
  downloadCount: count,
});
export type ZhikuAttachment = z.output<typeof zhikuAttachment>;

/** `preview` is served inline, a PDF with the reader's watermark; `download` as a file. */
export const zhikuFileUse = z.enum(["preview", "download"]);

/** Signed for this person and file, for 60 seconds at most. */
const presignedFile = zhikuFile.extend({ url: z.string(), expiresAt: time });

/** Order of documents: newest first, or by how often they are read. */
export const zhikuContentSort = z.enum(["latest", "hot"]);

/** Calls on zhiku's documents and their files. */
export const zhikuContentApi = ofPart("zhiku", {
  get: endpoint({
    method: "GET",
    path: "/api/pro/content/:id",
    summary: "文档详情：无权阅读时只含免费部分；不存在时答 DOCUMENT_NOT_EXIST",
    params: idParams,
    data: zhikuContentDetail,
  }),
  attachmentList: endpoint({
    method: "GET",
    path: "/api/pro/content/attachment/list",
    summary: "文档的附件，不含下载地址",
    query: z.object({ contentId: id }),
    data: z.array(zhikuAttachment),
  }),
  hasDocument: endpoint({
    method: "GET",
    path: "/api/pro/content/hasDocument",
    summary: "是否有可下载的文档原件，及其名称与大小",
    query: z.object({ contentId: id }),
    data: z.object({ hasDocument: z.boolean(), file: zhikuFile.nullable() }),
  }),
  list: endpoint({
    method: "GET",
    path: "/api/pro/content/list",
    summary: "文档列表；给出分类时含其下级分类",
    query: pageQuery.extend({
      categoryId: id.optional(),
      type: zhikuContentType.optional(),
      sort: zhikuContentSort.default("latest"),
    }),
    data: paged(zhikuListed),
  }),
  recommendationList: endpoint({
    method: "GET",
    path: "/api/pro/content/recommendation/list",
    summary: "推荐的文档，至多 8 篇；给出 contentId 时是与它相关的",
    query: z.object({ contentId: id.optional() }),
    data: z.array(zhikuContentSummary),
  }),
  attachmentDownloadUrl: endpoint({
    method: "POST",
    path: "/api/pro/content/getAttachmentDownloadPresignedUrl",
    auth: "user",
    summary: "附件的限时下载或预览地址；无权时答 RIGHTS_NOT_SUBSCRIBED",
    body: z.object({ attachmentId: id, use: zhikuFileUse.default("download") }),
    data: presignedFile,
  }),
  documentDownloadUrl: endpoint({
    method: "POST",
    path: "/api/pro/content/getDocumentDownloadPresignedUrl",
    auth: "user",
    summary: "文档原件的限时下载或预览地址；无权时答 RIGHTS_NOT_SUBSCRIBED",
    body: z.object({ contentId: id, use: zhikuFileUse.default("download") }),
    data: presignedFile,
  }),
  downloadDocument: endpoint({
    method: "POST",
    path: "/api/pro/content/downloadDocument",
    auth: "user",
    summary: "下载文档原件，答案是文件本身；无权时答 RIGHTS_NOT_SUBSCRIBED",
    body: z.object({ contentId: id }),
    /** No envelope: the bytes are the answer. */
    data: z.unknown(),
    reply: "blob",
    timeout: DOCUMENT_DOWNLOAD_TIMEOUT,
  }),
});
