import { z } from "zod";
import { author, count, html, id, nothing, text, time } from "#app/contract/common";
import { endpoint } from "#app/contract/endpoint";
import { kindsWith } from "#app/contract/kinds";
import { EDIT_REASON_MAX } from "#app/contract/limits";
import { decimal } from "#app/contract/text/decimal";
import type { WrittenKind } from "./editor-fields";

/** Kinds of texts with a public version history. */
export const historyKind = z.enum(kindsWith("drafted"));
/** Kind of a text with a public version history. */
export type HistoryKind = WrittenKind;

/** Reason for a change, given by the author; may be empty. */
export const editReason = text("修改说明", { max: EDIT_REASON_MAX }).default("");

/** A version of a text: when, by whom, and why. */
export const textEdit = z.object({
  version: count,
  at: time,
  /** Person who saved it: the text's author, or a staff member who restored an earlier version. */
  by: z.enum(["author", "staff"]),
  /** Empty if none was given, or if the version can't be read. */
  reason: z.string(),
  /** Role of the person who hides it from readers; null if it is not hidden. */
  hiddenBy: z.enum(["author", "staff"]).nullable(),
  /** Whether the viewer may read it. */
  readable: z.boolean(),
});
export type TextEdit = z.output<typeof textEdit>;

/** Fields of a version that readers can compare; fields that a kind lacks are omitted. */
const words = z.object({
  title: z.string().optional(),
  content: z.string(),
  tags: z.array(z.string()).optional(),
  aiGenerated: z.boolean(),
});
export type EditWords = z.output<typeof words>;

const place = z.object({ kind: historyKind, id });
const version = decimal(z.number().int().positive());

/** Calls on the version history of members' texts. */
export const historyApi = {
  list: endpoint({
    method: "GET",
    path: "/api/ext/history/:kind/:id",
    summary: "一篇内容的修改记录，新的在前；没有改过的没有",
    params: place,
    data: z.object({
      /** Title; for an answer, that of its question. */
      title: z.string(),
      questionId: z.number().nullable(),
      author,
      version: count,
      /** Whether the viewer wrote it. */
      mine: z.boolean(),
      list: z.array(textEdit),
    }),
  }),
  get: endpoint({
    method: "GET",
    path: "/api/ext/history/:kind/:id/:version",
    summary: "一个版本写了什么，以及它之前看得到的那个版本",
    params: place.extend({ version }),
    data: textEdit.extend({
      contentHtml: html,
      words,
      /** The newest earlier version that the viewer may read; null if none. */
      before: z.object({ version: count, words }).nullable(),
    }),
  }),
  hide: endpoint({
    method: "PUT",
    path: "/api/ext/history",
    auth: "user",
    summary: "不让别人看自己内容的一个旧版本，或重新公开；管理员隐藏的不能公开",
    body: place.extend({ version, hidden: z.boolean() }),
    data: nothing,
  }),
};
