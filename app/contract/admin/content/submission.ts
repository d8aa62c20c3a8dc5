import { z } from "zod";
import { count, cursorQuery, id, idParams, nothing, text, time } from "#app/contract/common";
import { staffEndpoint } from "#app/contract/endpoint";
import { DOCUMENT_DOWNLOAD_TIMEOUT } from "#app/contract/limits";
import { SUBMISSIONS_MAX, submissionStates } from "./submission-states";

const state = z.enum(submissionStates);

/** An answer to one field, as asked at that time: labels of choices, names of files. */
const filledField = z.object({ label: z.string(), texts: z.array(z.string()) });

/** A submission in lists of the console. */
const submissionSummary = z.object({
  id: z.number(),
  createdAt: time,
  state,
  note: z.string(),
  /** Null for an anonymous submission, and after the account was closed. */
  member: z.object({ userId: z.number(), nickname: z.string() }).nullable(),
  answers: z.array(filledField),
});
export type SubmissionSummary = z.output<typeof submissionSummary>;

/** Calls on submissions of forms. */
export const adminSubmissionApi = {
  list: staffEndpoint({
    method: "GET",
    path: "/api/ext/admin/submission",
    permission: "submission.read",
    summary: "后台：一份表单的答卷，新的在前；可以按答案里的词、填写的人查找",
    query: cursorQuery.extend({
      formId: id,
      state: state.optional(),
      /** Text to search for in answers. */
      q: text("答案里的词", { max: 60 }).optional(),
      /** Submitter: part of a nickname, a member's number, or the last digits of a phone number. */
      person: text("填写的人", { max: 60 }).optional(),
    }),
    data: z.object({
      list: z.array(submissionSummary),
      nextCursor: z.string().nullable(),
      form: z.object({ id: z.number(), title: z.string() }),
      /** Number of matching submissions in each state. */
      counts: z.record(state, count),
    }),
  }),
  get: staffEndpoint({
    method: "GET",
    path: "/api/ext/admin/submission/:id",
    permission: "submission.read",
    summary: "后台：一份答卷；文件给出限时地址",
    params: idParams,
    data: submissionSummary.extend({
      version: z.string(),
      form: z.object({ id: z.number(), title: z.string() }),
      files: z.array(z.object({ label: z.string(), fileName: z.string(), bytes: count, url: z.string() })),
    }),
  }),
  put: staffEndpoint({
    method: "PUT",
    path: "/api/ext/admin/submission",
    permission: "submission.manage",
    summary: "后台：标记答卷，可写备注；一次至多 200 份；带着版本时，别人改过的拒绝",
    body: z.object({
      ids: z.array(id).max(SUBMISSIONS_MAX, `一次不能超过${SUBMISSIONS_MAX}份`),
      state,
      /** Unchanged if omitted. */
      note: text("备注", { max: 1000 }).optional(),
      /** Version that was read, so that concurrent changes are not overwritten. */
      version: z.string().max(64).optional(),
    }),
    data: z.object({ done: z.array(z.number()) }),
  }),
  remove: staffEndpoint({
    method: "DELETE",
    path: "/api/ext/admin/submission",
    permission: "submission.manage",
    summary: "后台：删除答卷，30 天内可撤销",
    body: z.object({ id, reason: text("原因", { min: 1, max: 200 }) }),
    data: nothing,
  }),
  export: staffEndpoint({
    method: "POST",
    path: "/api/ext/admin/submission/export",
    permission: "submission.read",
    summary: "后台：一份表单的全部答卷，CSV 文件",
    body: z.object({ formId: id }),
    /** No envelope: the response is the file. */
    data: z.unknown(),
    reply: "blob",
    timeout: DOCUMENT_DOWNLOAD_TIMEOUT,
  }),
};
