import { z } from "zod";
import { id, idempotencyKey, idParams, time } from "#app/contract/common";
import { endpoint, ofPart } from "#app/contract/endpoint";

/** One rule of the generic rule set; `message` replaces the default one. */
export const formRule = z.object({
  required: z.boolean().optional(),
  /** Refuses text that consists only of spaces. */
  whitespace: z.boolean().optional(),
  type: z.enum(["string", "number", "integer", "email", "url", "date", "array"]).optional(),
  min: z.number().optional(),
  max: z.number().optional(),
  len: z.number().optional(),
  enum: z.array(z.string()).optional(),
  /** Source of a regular expression, used with the flag `u`; another upstream's that is none checks nothing. */
  pattern: z.string().optional(),
  message: z.string().optional(),
});
export type FormRule = z.output<typeof formRule>;

/** A field of an operator's form, with the rules for its value. */
export const formField = z.object({
  name: z.string(),
  label: z.string(),
  type: z.enum(["text", "textarea", "number", "email", "url", "date", "select", "radio", "checkbox", "file"]),
  placeholder: z.string().default(""),
  help: z.string().default(""),
  /** Choices of select, radio and checkbox. */
  options: z.array(z.object({ value: z.string(), label: z.string() })).default([]),
  rules: z.array(formRule).default([]),
});
export type FormField = z.output<typeof formField>;

/** State of a form, derived from its times. */
export const formState = z.enum(["open", "not-yet", "closed"]);

/** A member's own submission of a form. */
export const ownSubmission = z.object({
  id: z.number(),
  createdAt: time,
  /** Answer in short, to tell several apart: the first choice, else the first text. */
  answer: z.string().default(""),
  /** Whether it is a sign-up on the waiting list of a full activity. */
  waiting: z.boolean(),
  /** Whether they can withdraw it now. */
  withdrawable: z.boolean(),
});
export type OwnSubmission = z.output<typeof ownSubmission>;

/** A form as its page shows it. */
export const formDetail = z.object({
  id: z.number(),
  title: z.string(),
  descriptionHtml: z.string(),
  fields: z.array(formField),
  opensAt: time.nullable(),
  closesAt: time.nullable(),
  state: formState,
  oncePerPerson: z.boolean(),
  submitted: z.boolean(),
  /** The member's own submissions that were not withdrawn, newest first: at most `OWN_SUBMISSIONS_SHOWN`. */
  own: z.array(ownSubmission).default([]),
  /** The only activity that uses the form, for those who have submitted it; else null. */
  activityId: z.number().nullable().default(null),
});
export type FormDetail = z.output<typeof formDetail>;

/** Calls on operators' forms and their submissions. */
export const formApi = ofPart("form", {
  get: endpoint({
    method: "GET",
    path: "/api/form/:id",
    summary: "表单的字段与规则",
    params: idParams,
    data: formDetail,
  }),
  submit: endpoint({
    method: "POST",
    path: "/api/form/submit",
    summary: "提交表单；错误按字段名放在 data.fields",
    body: z.object({
      id,
      values: z.record(z.string(), z.union([z.string(), z.array(z.string())])),
      idempotencyKey,
    }),
    /** `waiting`: the form's activity is full, so that they are on its waiting list. */
    data: z.object({ submissionId: z.number(), waiting: z.boolean().default(false) }),
  }),
});
