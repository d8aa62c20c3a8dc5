import { z } from "zod";
import { editedQuery, editedSummary, hideAt, pictureUrl, removalReason } from "#app/contract/admin/edited";
import { requiredInstant } from "#app/contract/admin/instant";
import { staffDraftApi } from "#app/contract/admin/staff-draft";
import { count, html, id, idParams, image, nothing, paged, text, time } from "#app/contract/common";
import { activityDetail } from "#app/contract/content/activity";
import { staffEndpoint } from "#app/contract/endpoint";
import { BODY_MAX, TITLE_MAX } from "#app/contract/limits";

/** Fields of an activity that staff edit. */
export const activityFields = z.object({
  title: text("标题", { min: 2, max: TITLE_MAX }),
  /** Markdown. */
  content: text("正文", { min: 1, max: BODY_MAX }),
  cover: pictureUrl,
  /** A city, or 线上. */
  city: text("地点", { min: 1, max: 40 }),
  startsAt: requiredInstant("开始时间"),
  endsAt: requiredInstant("结束时间"),
  /** Registration form. */
  formId: id.nullable().default(null),
  /** Maximum number of participants; later sign-ups go on the waiting list. Null for unlimited. */
  capacity: z
    .number({ error: "请填人数" })
    .int("请填整数")
    .min(1, "至少 1 人")
    .max(1_000_000, "最多 1000000 人")
    .nullable()
    .default(null),
  hideAt,
});

/** An activity in the console. */
const editedActivity = editedSummary.extend({
  content: z.string(),
  contentHtml: html,
  cover: image.nullable(),
  city: z.string(),
  startsAt: time,
  endsAt: time,
  formId: z.number().nullable(),
  capacity: z.number().nullable(),
  /** Sign-ups: in total, with a place, and on the waiting list. */
  signUps: z.object({ total: count, in: count, waiting: count }),
});

/** Calls on activities, for their editors. */
export const adminActivityApi = {
  list: staffEndpoint({
    method: "GET",
    path: "/api/ext/admin/activity",
    permission: "activity.manage",
    summary: "后台：活动，新的在前，含已撤下的",
    query: editedQuery,
    data: paged(editedSummary),
  }),
  get: staffEndpoint({
    method: "GET",
    path: "/api/ext/admin/activity/:id",
    permission: "activity.manage",
    summary: "后台：一场活动，含 Markdown 正文与报名人数",
    params: idParams,
    data: editedActivity,
  }),
  add: staffEndpoint({
    method: "POST",
    path: "/api/ext/admin/activity",
    permission: "activity.manage",
    summary: "后台：发布活动",
    body: activityFields,
    data: z.object({ id: z.number() }),
  }),
  put: staffEndpoint({
    method: "PUT",
    path: "/api/ext/admin/activity",
    permission: "activity.manage",
    summary: "后台：修改活动；别人改过时拒绝",
    body: activityFields.extend({ id, version: z.number().int() }),
    data: z.object({ version: z.number() }),
  }),
  remove: staffEndpoint({
    method: "DELETE",
    path: "/api/ext/admin/activity",
    permission: "activity.manage",
    summary: "后台：撤下活动",
    body: z.object({ id, reason: removalReason }),
    data: nothing,
  }),
  restore: staffEndpoint({
    method: "POST",
    path: "/api/ext/admin/activity/restore",
    permission: "activity.manage",
    summary: "后台：恢复撤下的活动",
    body: z.object({ id }),
    data: nothing,
  }),
};

/** Calls on drafts of activities. */
export const adminActivityDraftApi = staffDraftApi({
  kind: "activity",
  permission: "activity.manage",
  name: "活动",
  fields: activityFields,
  readers: activityDetail,
});
