import { z } from "zod";
import { count, html, id, idParams, image, paged, pageQuery, time } from "#app/contract/common";
import { endpoint, ofPart } from "#app/contract/endpoint";
import { DOCUMENT_DOWNLOAD_TIMEOUT } from "#app/contract/limits";

/** Reference to a category. */
export const zhikuCategoryRef = z.object({ id: z.number(), name: z.string() });

/** Type of a document: 文章、报告、数据、模板. */
export const zhikuContentType = z.enum(["article", "report", "data", "template"]);
export type ZhikuContentType = z.output<typeof zhikuContentType>;

/** Public part of a document; nothing in it comes from the paid part. */
export const zhikuContentSummary = z.object({
  id: z.number(),
  title: z.string(),
  /** Public summary by the editor, never taken from the body. */
  abstract: z.string(),
  cover: image.nullable(),
  category: zhikuCategoryRef,
  type: zhikuContentType,
  /** Readable by every member with a complete profile, without a right. */
  trial: z.boolean(),
  attachmentCount: count,
  readCount: count,
  favoriteCount: count,
  createdAt: time,
  updatedAt: time,
});
export type ZhikuContentSummary = z.output<typeof zhikuContentSummary>;

/** Reason why the viewer can't read a whole document: not logged in, profile incomplete, or no right that covers it. */
export const zhikuDenial = z.enum(["NOT_LOGIN", "USER_INFO_INCOMPLETE", "RIGHTS_NOT_SUBSCRIBED"]);
export type ZhikuDenial = z.output<typeof zhikuDenial>;

/** The viewer's access to a document in a list, and progress. */
export const zhikuStanding = z.object({
  /** Reason for denied access; null if it is readable. */
  denied: zhikuDenial.nullable(),
  /** Reading progress, 0 to 100; null if never opened. */
  percent: z.number().int().min(0).max(100).nullable(),
});
export type ZhikuStanding = z.output<typeof zhikuStanding>;

/** A document in a list, with the viewer's access; omitted by an upstream that implements only the specification. */
export const zhikuListed = zhikuContentSummary.extend({ viewer: zhikuStanding.optional() });
export type ZhikuListed = z.output<typeof zhikuListed>;

/** A document of zhiku, as its page shows it to the viewer. */
export const zhikuContentDetail = zhikuContentSummary.extend({
  /** Person or institution that wrote it. */
  source: z.string(),
  /** The whole body if `viewer.denied` is null, else only the free part, which may be empty. */
  contentHtml: html,
  /** Headings of the whole body; `id` is the anchor in `contentHtml`, if that part is included. */
  headings: z.array(
    z.object({
      id: z.string(),
      level: count,
      text: z.string(),
      /** Whether the heading's text is withheld from the viewer. */
      shut: z.boolean().default(false),
    }),
  ),
  /** Word count of the whole body (`countWords`), for the reading time. */
  length: count,
  /** Number of tables and pictures in the whole body. */
  tableCount: count.default(0),
  pictureCount: count.default(0),
  /** Reading positions refer to a version. */
  version: count,
  viewer: z.object({ favorited: z.boolean(), denied: zhikuDenial.nullable() }),
});
export type ZhikuContentDetail = z.output<typeof zhikuContentDetail>;

/** Metadata of a file; its bytes need a presigned URL. */
export const zhikuFile = z.object({ fileName: z.string(), contentType: z.string(), bytes: count });
export type ZhikuFile = z.output<typeof zhikuFile>;

/** A downloadable file of a document. */
export const zhikuAttachment = zhikuFile.extend({
  id: z.number(),
  /** Type of inline preview; null if it can only be downloaded. */
  preview: z.enum(["pdf", "image"]).nullable(),
  downloadCount: count,
});
export type ZhikuAttachment = z.output<typeof zhikuAttachment>;

/** `preview` is served inline, with the reader's watermark in a PDF; `download` as a file. */
export const zhikuFileUse = z.enum(["preview", "download"]);

/** Signed for this member and file, for at most 60 seconds. */
const presignedFile = zhikuFile.extend({ url: z.string(), expiresAt: time });

/** Order of documents: newest, or most read first. */
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
    /** No envelope: the response is the file. */
    data: z.unknown(),
    reply: "blob",
    timeout: DOCUMENT_DOWNLOAD_TIMEOUT,
  }),
});
