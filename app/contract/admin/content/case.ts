import { z } from "zod";
import { editedQuery, editedSummary, hideAt, pictureUrl, removalReason } from "#app/contract/admin/edited";
import { sortingOf } from "#app/contract/admin/sorting";
import { staffDraftApi } from "#app/contract/admin/staff-draft";
import { count, html, id, idParams, image, nothing, paged, tags, text } from "#app/contract/common";
import { caseDetail } from "#app/contract/content/case";
import { classification } from "#app/contract/content/classification";
import { staffEndpoint } from "#app/contract/endpoint";
import { presignBody, presignData } from "#app/contract/files/oss";
import { BODY_MAX, TAG_LENGTH_MAX, TAGS_MAX, TITLE_MAX } from "#app/contract/limits";

/** Fields of a case that staff edit. */
export const caseFields = z.object({
  title: text("标题", { min: 2, max: TITLE_MAX }),
  /** Shown in lists; the beginning of the text if empty. */
  excerpt: text("摘要", { max: 200 }).default(""),
  /** Markdown. */
  content: text("正文", { min: 1, max: BODY_MAX }),
  classificationId: id.nullable().default(null),
  tags: z
    .array(text("标签", { max: TAG_LENGTH_MAX }))
    .max(TAGS_MAX, `标签不能超过${TAGS_MAX}个`)
    .default([]),
  cover: pictureUrl,
  /** Key of the file for members to download, from its upload; empty for none. */
  report: z.string().max(200).default(""),
  hideAt,
});

/** A case in the console. */
const editedCase = editedSummary.extend({
  excerpt: z.string(),
  content: z.string(),
  contentHtml: html,
  classificationId: z.number().nullable(),
  tags,
  cover: image.nullable(),
  report: z.object({ key: z.string(), fileName: z.string(), bytes: count }).nullable(),
});

/** Calls on cases, for their editors. */
export const adminCaseApi = {
  list: staffEndpoint({
    method: "GET",
    path: "/api/ext/admin/case",
    permission: "case.manage",
    summary: "后台：案例，新的在前，含已撤下的",
    query: editedQuery,
    data: paged(editedSummary),
  }),
  get: staffEndpoint({
    method: "GET",
    path: "/api/ext/admin/case/:id",
    permission: "case.manage",
    summary: "后台：一个案例，含 Markdown 正文与报告",
    params: idParams,
    data: editedCase,
  }),
  choices: staffEndpoint({
    method: "GET",
    path: "/api/ext/admin/case-classification",
    permission: "case.manage",
    summary: "后台：案例可以选的分类；栏目关闭时也有",
    data: z.array(classification),
  }),
  presignReport: staffEndpoint({
    method: "POST",
    path: "/api/ext/admin/case/report",
    permission: "case.manage",
    summary: "后台：案例报告（PDF）上传的限时地址",
    body: presignBody.omit({ purpose: true }).extend({
      contentType: z.literal("application/pdf", { error: "只能上传 PDF 文件" }),
    }),
    data: presignData,
  }),
  add: staffEndpoint({
    method: "POST",
    path: "/api/ext/admin/case",
    permission: "case.manage",
    summary: "后台：发布案例",
    body: caseFields,
    data: z.object({ id: z.number() }),
  }),
  put: staffEndpoint({
    method: "PUT",
    path: "/api/ext/admin/case",
    permission: "case.manage",
    summary: "后台：修改案例；别人改过时拒绝",
    body: caseFields.extend({ id, version: z.number().int() }),
    data: z.object({ version: z.number() }),
  }),
  sort: staffEndpoint({
    method: "POST",
    path: "/api/ext/admin/case/sort",
    permission: "case.manage",
    summary: "后台：给许多案例换分类、加标签、去标签，没有写的不动；逐个作答",
    ...sortingOf(z.literal("case")),
  }),
  remove: staffEndpoint({
    method: "DELETE",
    path: "/api/ext/admin/case",
    permission: "case.manage",
    summary: "后台：撤下案例",
    body: z.object({ id, reason: removalReason }),
    data: nothing,
  }),
  restore: staffEndpoint({
    method: "POST",
    path: "/api/ext/admin/case/restore",
    permission: "case.manage",
    summary: "后台：恢复撤下的案例",
    body: z.object({ id }),
    data: nothing,
  }),
};

/** Calls on drafts of cases. */
export const adminCaseDraftApi = staffDraftApi({
  kind: "case",
  permission: "case.manage",
  name: "案例",
  fields: caseFields,
  readers: caseDetail,
});
