import { z } from "zod";
import { editedQuery, editedSummary, hideAt, removalReason } from "#app/contract/admin/edited";
import { staffDraftApi } from "#app/contract/admin/staff-draft";
import { html, id, idParams, nothing, paged, text } from "#app/contract/common";
import { announcementApi } from "#app/contract/content/announcement";
import { staffEndpoint } from "#app/contract/endpoint";
import { BODY_MAX, TITLE_MAX } from "#app/contract/limits";

/** Fields of an announcement that staff edit. */
export const announcementFields = z.object({
  title: text("标题", { min: 2, max: TITLE_MAX }),
  /** Markdown. */
  content: text("正文", { min: 1, max: BODY_MAX }),
  hideAt,
});

/** An announcement in the console, with its Markdown and its version. */
const editedAnnouncement = editedSummary.extend({ content: z.string(), contentHtml: html });

/** Calls on announcements, for their editors. */
export const adminAnnouncementApi = {
  list: staffEndpoint({
    method: "GET",
    path: "/api/ext/admin/announcement",
    permission: "announcement.manage",
    summary: "后台：公告，新的在前，含已撤下的",
    query: editedQuery,
    data: paged(editedSummary),
  }),
  get: staffEndpoint({
    method: "GET",
    path: "/api/ext/admin/announcement/:id",
    permission: "announcement.manage",
    summary: "后台：一则公告，含 Markdown 正文",
    params: idParams,
    data: editedAnnouncement,
  }),
  add: staffEndpoint({
    method: "POST",
    path: "/api/ext/admin/announcement",
    permission: "announcement.manage",
    summary: "后台：发布公告",
    body: announcementFields,
    data: z.object({ id: z.number() }),
  }),
  put: staffEndpoint({
    method: "PUT",
    path: "/api/ext/admin/announcement",
    permission: "announcement.manage",
    summary: "后台：修改公告；别人改过时拒绝",
    body: announcementFields.extend({ id, version: z.number().int() }),
    data: z.object({ version: z.number() }),
  }),
  remove: staffEndpoint({
    method: "DELETE",
    path: "/api/ext/admin/announcement",
    permission: "announcement.manage",
    summary: "后台：撤下公告",
    body: z.object({ id, reason: removalReason }),
    data: nothing,
  }),
  restore: staffEndpoint({
    method: "POST",
    path: "/api/ext/admin/announcement/restore",
    permission: "announcement.manage",
    summary: "后台：恢复撤下的公告",
    body: z.object({ id }),
    data: nothing,
  }),
};

/** Calls on drafts of announcements. */
export const adminAnnouncementDraftApi = staffDraftApi({
  kind: "announcement",
  permission: "announcement.manage",
  name: "公告",
  fields: announcementFields,
  readers: announcementApi.get.data,
});
