import { z } from "zod";
import { html, idParams, image, paged, pageQuery, time } from "#app/contract/common";
import { endpoint, ofPart } from "#app/contract/endpoint";
import { placedFields } from "./placed";

/** State of an activity, derived from its times. */
export const activityState = z.enum(["upcoming", "running", "over"]);
export type ActivityState = z.output<typeof activityState>;

/** An activity as lists show it. */
export const activitySummary = z.object({
  id: z.number(),
  title: z.string(),
  excerpt: z.string(),
  cover: image.nullable(),
  /** A city, or 线上. */
  city: z.string(),
  startsAt: time,
  endsAt: time,
  state: activityState,
  ...placedFields,
});
export type ActivitySummary = z.output<typeof activitySummary>;

/** An activity with everything its page shows. */
export const activityDetail = activitySummary.extend({
  contentHtml: html,
  /** Registration form, while it is open. */
  formId: z.number().nullable(),
  /** Registration form after it has closed, until the activity begins: members may still withdraw. */
  closedFormId: z.number().nullable().default(null),
  /** Time at which registration opens, if it has not yet. */
  formOpensAt: time.nullable().default(null),
  /** Time at which an open registration closes, if it does. */
  formClosesAt: time.nullable().default(null),
  /** Whether all places are taken, so that later sign-ups go on the waiting list. */
  full: z.boolean().default(false),
  createdAt: time,
});

export type ActivityDetail = z.output<typeof activityDetail>;

/** Calls on activities. */
export const activityApi = ofPart("activity", {
  get: endpoint({
    method: "GET",
    path: "/api/activity/:id",
    summary: "活动详情",
    params: idParams,
    data: activityDetail,
  }),
  list: endpoint({
    method: "GET",
    path: "/api/activity/list",
    summary: "活动列表：进行中与将开始的在前，已结束的在后",
    query: pageQuery.extend({ state: activityState.optional() }),
    data: paged(activitySummary),
  }),
});
