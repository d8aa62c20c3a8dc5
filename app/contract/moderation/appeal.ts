import { z } from "zod";
import { id, nothing, text, time } from "#app/contract/common";
import { endpoint } from "#app/contract/endpoint";
import { kindsWith } from "#app/contract/kinds";
import { APPEAL_MAX } from "#app/contract/limits";
import { heldKind } from "./review";
import { sanctionKinds } from "./sanction-kinds";

/** Decisions of staff that can be appealed: a refused held text (`review`), a removed text, a sanction. */
export const appealKind = z.enum(["review", ...kindsWith("recoverable"), "sanction"]);
export type AppealKind = z.output<typeof appealKind>;

/** `granted`: the decision was undone; `kept`: it remains in force. */
export const appealState = z.enum(["open", "granted", "kept"]);
export type AppealState = z.output<typeof appealState>;

const words = text("申诉的理由", { min: 5, max: APPEAL_MAX });

/** A decision of staff about the caller, and the appeal against it. */
export const appealable = z.object({
  kind: appealKind,
  id: z.number(),
  /** Kind of the text; null for a sanction. */
  written: heldKind.nullable(),
  /** Null for a text. */
  sanction: z.enum(sanctionKinds).nullable(),
  /** Title or first words of the text; empty for a sanction. */
  name: z.string(),
  /** Reason given for the decision. */
  reason: z.string(),
  decidedAt: time,
  /** End of a sanction; null if permanent, and for a text. */
  until: time.nullable(),
  /** Whether the decision still stands; otherwise there is nothing to appeal. */
  stands: z.boolean(),
  /** The appeal; null if there is none yet. */
  appeal: z
    .object({
      state: appealState,
      words: z.string(),
      createdAt: time,
      /** Answer of the staff member who decided on it. */
      answer: z.string(),
      answeredAt: time.nullable(),
    })
    .nullable(),
});
export type Appealable = z.output<typeof appealable>;

/** Beyond the 142 specified calls: appeals, by which another staff member reviews a decision. */
export const appealApi = {
  get: endpoint({
    method: "GET",
    path: "/api/ext/appeal/:kind/:id",
    auth: "user",
    summary: "站方对我的内容或账号的一项处理，以及我的申诉",
    params: z.object({ kind: appealKind, id }),
    data: appealable,
  }),
  sanction: endpoint({
    method: "GET",
    path: "/api/ext/appeal/sanction",
    auth: "user",
    summary: "现在不让我发表的处罚，以及我的申诉；没有时为 null",
    data: appealable.nullable(),
  }),
  send: endpoint({
    method: "POST",
    path: "/api/ext/appeal",
    auth: "user",
    summary: "申诉一项处理，每项只能一次；由另一位工作人员复核",
    body: z.object({ kind: appealKind, id, words }),
    data: nothing,
  }),
  lookBanned: endpoint({
    method: "GET",
    path: "/api/ext/appeal/ban",
    summary: "被封禁的人凭 ticket 看封禁，能申诉才答；已经解除时为 null",
    query: z.object({ ticket: z.string().max(300).default("") }),
    data: appealable.nullable(),
  }),
  sendBanned: endpoint({
    method: "POST",
    path: "/api/ext/appeal/ban",
    summary: "被封禁、不能登录的人申诉；ticket 由登录的拒绝给出，半小时内有效",
    body: z.object({ ticket: z.string({ error: "链接不完整" }).min(1, "链接不完整").max(300, "链接不完整"), words }),
    data: nothing,
  }),
};
