import { z } from "zod";
import { instant } from "#app/contract/admin/instant";
import { count, html, id, idParams, nothing, paged, pageQuery, text, time } from "#app/contract/common";
import { formField, formRule, formState } from "#app/contract/content/form";
import { patternOf } from "#app/contract/content/form-rules";
import { staffEndpoint } from "#app/contract/endpoint";
import { BODY_MAX, TITLE_MAX } from "#app/contract/limits";
import { FORM_FIELDS_MAX, FORM_OPTIONS_MAX, FORM_READERS_MAX } from "./form-sizes";

const size = z.number({ error: "请填数字" }).min(-1_000_000_000, "太小").max(1_000_000_000, "太大").optional();

/** A field being edited: a new one has no name yet, and a new choice no value. */
export const builtField = formField.extend({
  name: z.string().max(60).default(""),
  label: text("题目", { min: 1, max: 100 }),
  placeholder: text("示例文字", { max: 100 }).default(""),
  help: text("说明", { max: 300 }).default(""),
  options: z
    .array(z.object({ value: z.string().max(100).default(""), label: text("选项", { min: 1, max: 100 }) }))
    .max(FORM_OPTIONS_MAX, `选项不能超过${FORM_OPTIONS_MAX}个`)
    .default([]),
  rules: z
    .array(
      formRule.extend({
        min: size,
        max: size,
        len: size,
        enum: z.array(z.string().max(100)).max(FORM_OPTIONS_MAX).optional(),
        pattern: z
          .string()
          .max(200)
          .refine((source) => patternOf(source) !== null, "不是有效的正则表达式")
          .optional(),
        message: text("提示", { max: 100 }).optional(),
      }),
    )
    .max(12)
    .default([]),
});

/** Fields of a form that staff edit. */
export const formFields = z.object({
  title: text("标题", { min: 2, max: TITLE_MAX }),
  /** Markdown. */
  description: text("说明", { max: BODY_MAX }).default(""),
  fields: z.array(builtField).min(1, "至少要有一个题目").max(FORM_FIELDS_MAX, `题目不能超过${FORM_FIELDS_MAX}个`),
  opensAt: instant.nullable().default(null),
  closesAt: instant.nullable().default(null),
  oncePerPerson: z.boolean().default(false),
  /** Ids of the staff who are notified of submissions. */
  notify: z.array(id).max(FORM_READERS_MAX, `最多选${FORM_READERS_MAX}位`).default([]),
});

/** A form in the console, with its Markdown and its version. */
const editedForm = z.object({
  id: z.number(),
  title: z.string(),
  description: z.string(),
  descriptionHtml: html,
  fields: z.array(formField),
  opensAt: time.nullable(),
  closesAt: time.nullable(),
  oncePerPerson: z.boolean(),
  notify: z.array(z.number()),
  state: formState,
  createdAt: time,
  /** Null if never changed. */
  updatedAt: time.nullable(),
  version: z.number(),
  /** Time when it was removed from the site; null if it is public. */
  removedAt: time.nullable(),
  /** Number of submissions; `waiting` are unprocessed. */
  submissions: z.object({ total: count, waiting: count }),
});

/** Calls on forms, for their editors. */
export const adminFormApi = {
  list: staffEndpoint({
    method: "GET",
    path: "/api/ext/admin/form",
    permission: "submission.read",
    summary: "后台：表单与答卷数，新的在前",
    query: pageQuery.extend({ state: z.enum(["public", "removed"]).default("public") }),
    data: paged(editedForm.omit({ description: true, descriptionHtml: true, fields: true, notify: true })),
  }),
  get: staffEndpoint({
    method: "GET",
    path: "/api/ext/admin/form/:id",
    permission: "form.manage",
    summary: "后台：一份表单，含 Markdown 说明",
    params: idParams,
    data: editedForm,
  }),
  readers: staffEndpoint({
    method: "GET",
    path: "/api/ext/admin/form-reader",
    permission: "form.manage",
    summary: "后台：看得到答卷的工作人员，新答卷可以通知他们",
    data: z.array(z.object({ userId: z.number(), nickname: z.string() })),
  }),
  add: staffEndpoint({
    method: "POST",
    path: "/api/ext/admin/form",
    permission: "form.manage",
    summary: "后台：新建表单；正则会先用长文字试跑",
    body: formFields,
    data: z.object({ id: z.number() }),
  }),
  put: staffEndpoint({
    method: "PUT",
    path: "/api/ext/admin/form",
    permission: "form.manage",
    summary: "后台：修改表单；别人改过时拒绝，已有答卷保留当时的题目",
    body: formFields.extend({ id, version: z.number().int() }),
    data: z.object({ version: z.number() }),
  }),
  remove: staffEndpoint({
    method: "DELETE",
    path: "/api/ext/admin/form",
    permission: "form.manage",
    summary: "后台：撤下表单，答卷保留",
    body: z.object({ id, reason: text("原因", { max: 200 }).default("") }),
    data: nothing,
  }),
  restore: staffEndpoint({
    method: "POST",
    path: "/api/ext/admin/form/restore",
    permission: "form.manage",
    summary: "后台：恢复撤下的表单",
    body: z.object({ id }),
    data: nothing,
  }),
};
