import { z } from "zod";
import { instant } from "#app/contract/admin/instant";
import { count, id, idParams, nothing, paged, pageQuery, text, time } from "#app/contract/common";
import { staffEndpoint } from "#app/contract/endpoint";
import { decimal } from "#app/contract/text/decimal";
import { parseId } from "#app/contract/text/parse-id";
import { zhikuCategoryRef } from "#app/contract/zhiku/content";

/** Recipients: all members, those with a right to a category, or listed ones. */
export const messageAudience = z.enum(["all", "entitled", "members"]);
export type MessageAudience = z.output<typeof messageAudience>;

/** `draft` → `scheduled` → `sending` → `sent`; if withdrawn, `withdrawing` → `withdrawn`. */
const messageState = z.enum(["draft", "scheduled", "sending", "sent", "withdrawing", "withdrawn"]);
export type MessageState = z.output<typeof messageState>;

/** Maximum members listed as recipients of one message. */
const MEMBERS_MAX = 5_000;

/** Member ids in a text, separated by spaces, commas or newlines: `12, 15` → [12, 15]. */
export const pastedIdsOf = (pasted: string): number[] =>
  [...new Set(wordsOf(pasted).map(Number))].sort((one, other) => one - other);
const wordsOf = (pasted: string): string[] => pasted.split(/[\s,，、;；]+/).filter(Boolean);

/** Text of member ids, for `pastedIdsOf`; it stays a text, so that a body that was read can be sent. */
const pastedIds = z
  .string()
  .max(100_000, `最多 ${MEMBERS_MAX} 个用户编号`)
  .default("")
  .superRefine((value, context) => {
    const wrong = wordsOf(value).find((word) => parseId(word) === null);
    if (wrong !== undefined)
      context.addIssue({ code: "custom", message: `“${wrong.slice(0, 20)}”不是用户编号，编号是主页地址里的数字` });
    if (pastedIdsOf(value).length > MEMBERS_MAX)
      context.addIssue({ code: "custom", message: `最多 ${MEMBERS_MAX} 个用户编号` });
  });

/** Path of a page of the site. Browsers treat a backslash like a slash, so an apparent path may contain a host. */
const sitePath = z
  .string()
  .trim()
  .max(500, "地址不能超过500个字")
  .refine(
    (value) => value === "" || (/^\/(?!\/)[^\s\\]*$/.test(value) && !pathOf(value).startsWith("//")),
    "地址要以 / 开头，是本站的页面",
  );
const pathOf = (value: string): string => {
  try {
    return new URL(value, "http://site.invalid").pathname;
  } catch {
    return "//";
  }
};

/** Fields of a message that staff edit. */
const messageFields = z.object({
  title: text("标题", { min: 2, max: 60 }),
  text: text("正文", { max: 300 }).default(""),
  /** Linked page; empty for none. */
  path: sitePath.default(""),
  to: messageAudience,
  /** Category for `entitled`; null for members with any active right. */
  categoryId: id.nullable().default(null),
  /** Ids of the recipients for `members`. */
  memberIds: pastedIds,
});
const withMembers = <T extends { to: MessageAudience; memberIds: string }>(value: T): boolean =>
  value.to !== "members" || wordsOf(value.memberIds).length > 0;
const NO_MEMBERS = { path: ["memberIds"], message: "请填写用户编号" };

const message = z.object({
  id: z.number(),
  title: z.string(),
  text: z.string(),
  path: z.string(),
  to: messageAudience,
  /** Null for all categories, or if not applicable. */
  category: zhikuCategoryRef.nullable(),
  memberIds: z.array(z.number()),
  state: messageState,
  sendAt: time.nullable(),
  sentAt: time.nullable(),
  /** Number of members reached so far. */
  reached: count,
  createdBy: z.string(),
  createdAt: time,
  version: z.number(),
});
/** A message from staff to members. */
export type StaffMessage = z.output<typeof message>;

const versioned = { id, version: decimal(z.number().int()) };

/** Calls on messages to members. */
export const adminMessageApi = {
  list: staffEndpoint({
    method: "GET",
    path: "/api/ext/admin/message",
    permission: "message.draft",
    summary: "后台：系统消息，新的在前",
    query: pageQuery.extend({ state: z.enum(["draft", "scheduled", "sent", "withdrawn"]).optional() }),
    data: paged(message.omit({ text: true, memberIds: true })),
  }),
  get: staffEndpoint({
    method: "GET",
    path: "/api/ext/admin/message/:id",
    permission: "message.draft",
    summary: "后台：一条系统消息，以及现在会发给多少人",
    params: idParams,
    data: message.extend({
      /** Number of members it would reach now. */
      recipients: count,
    }),
  }),
  add: staffEndpoint({
    method: "POST",
    path: "/api/ext/admin/message",
    permission: "message.draft",
    summary: "后台：写系统消息，存为草稿",
    body: messageFields.refine(withMembers, NO_MEMBERS),
    /** Includes the number of members it would reach now. */
    data: z.object({ id: z.number(), recipients: count }),
  }),
  put: staffEndpoint({
    method: "PUT",
    path: "/api/ext/admin/message",
    permission: "message.draft",
    summary: "后台：修改系统消息的草稿；别人改过时拒绝",
    body: messageFields.extend(versioned).refine(withMembers, NO_MEMBERS),
    data: z.object({ version: z.number() }),
  }),
  remove: staffEndpoint({
    method: "DELETE",
    path: "/api/ext/admin/message",
    permission: "message.draft",
    summary: "后台：删除系统消息的草稿",
    body: z.object({ id }),
    data: nothing,
  }),
  send: staffEndpoint({
    method: "POST",
    path: "/api/ext/admin/message/send",
    permission: "message.send",
    summary: "后台：发送系统消息，现在或到时；试运行只说会发给多少人",
    body: z.object({
      ...versioned,
      /** Null for now. */
      sendAt: instant.nullable().default(null),
    }),
    data: z.object({ recipients: count }),
  }),
  withdraw: staffEndpoint({
    method: "POST",
    path: "/api/ext/admin/message/withdraw",
    permission: "message.send",
    summary: "后台：撤回系统消息；没发出的回到草稿，发出的从所有人那里消失",
    body: z.object({ id, reason: text("原因", { max: 200 }).default("") }),
    data: nothing,
  }),
};
