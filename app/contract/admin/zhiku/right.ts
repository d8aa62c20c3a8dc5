import { z } from "zod";
import { day } from "#app/contract/admin/instant";
import { namedMember } from "#app/contract/admin/user/named-member";
import { author, count, cursorQuery, id, idempotencyKey, text, time } from "#app/contract/common";
import { staffEndpoint } from "#app/contract/endpoint";
import { userRight, userRightState } from "#app/contract/zhiku/rights";
import { GRANTED_MAX, IMPORT_MAX, RIGHT_DAYS_MAX } from "./right-sizes";

/** A member's right, as staff see it. */
const staffRight = userRight.extend({
  owner: author.extend({
    /** Masked: 138****0000. */
    phone: z.string().nullable(),
  }),
  /** Order that granted it; null for a manual grant. */
  orderNo: z.string().nullable(),
  /** Whether it was paid with money: it then ends by refunding the order. */
  paid: z.boolean(),
});
export type StaffRight = z.output<typeof staffRight>;

const reason = text("原因", { min: 1, max: 200 });
/** Null for all categories. */
const categoryId = z.number({ error: "请选择分类" }).int().positive("请选择分类").nullable();

const given = z.object({ id: z.number(), userId: z.number(), nickname: z.string(), from: time, until: time });

const csv = text("名单", { min: 1, max: IMPORT_MAX * 100 });

const listLine = z.object({
  line: z.number(),
  phone: z.string(),
  category: z.string(),
  until: z.string(),
  /** `new`: would be granted. `same`: an equally long right exists. `wrong`: see `problem`. */
  state: z.enum(["new", "same", "wrong"]),
  problem: z.string(),
});
/** Line of a list of rights to import. */
export type RightLine = z.output<typeof listLine>;

/** Calls on members' rights to zhiku. */
export const adminRightApi = {
  list: staffEndpoint({
    method: "GET",
    path: "/api/ext/admin/right",
    permission: "right.read",
    summary: "后台：知库权益，新的在前；按人、分类、状态与来源",
    query: cursorQuery.extend({
      member: namedMember.optional(),
      /** Category's id, or `all` for rights on all of them. */
      category: z
        .string()
        .regex(/^(?:all|[1-9]\d{0,14})$/, "请从列表里选择分类")
        .optional(),
      state: userRightState.optional(),
      source: userRight.shape.source.optional(),
    }),
    data: z.object({ list: z.array(staffRight), nextCursor: z.string().nullable() }),
  }),
  grant: staffEndpoint({
    method: "POST",
    path: "/api/ext/admin/right/grant",
    permission: "right.grant",
    summary: "后台：发放权益给一位或几位用户，并告诉他们；要么都发，要么都不发",
    body: z
      .object({
        /** Member numbers and phone numbers, separated by spaces, commas or newlines. */
        people: text("发给谁", { min: 1, max: 4_000 }),
        categoryId,
        /** Duration in days, from now or from the end of the existing right. */
        days: z
          .number({ error: "请填整天数" })
          .int("请填整天数")
          .min(1, "至少 1 天")
          .max(RIGHT_DAYS_MAX, `最多 ${RIGHT_DAYS_MAX} 天`)
          .nullable(),
        /** Last day in China, instead of days. */
        until: day.nullable().default(null),
        reason,
        idempotencyKey,
      })
      .refine(({ days, until }) => (days === null) !== (until === null), {
        path: ["days"],
        message: "天数和截止的日子，填其中一样",
      }),
    data: z.object({ granted: z.array(given) }),
    timeout: 60_000,
  }),
  revoke: staffEndpoint({
    method: "POST",
    path: "/api/ext/admin/right/revoke",
    permission: "right.grant",
    summary: "后台：收回权益，并告诉本人；付款买的不在此列，要退款",
    body: z.object({
      ids: z.array(id).min(1, "请先选中权益").max(GRANTED_MAX, `一次至多 ${GRANTED_MAX} 项`),
      reason,
    }),
    data: z.object({ ended: count }),
    timeout: 60_000,
  }),
  check: staffEndpoint({
    method: "POST",
    path: "/api/ext/admin/right/check",
    permission: "right.grant",
    summary: "后台：试着导入权益名单（手机号、分类、截止日），逐行说明",
    body: z.object({ text: csv }),
    data: z.object({ lines: z.array(listLine) }),
    timeout: 60_000,
  }),
  import: staffEndpoint({
    method: "POST",
    path: "/api/ext/admin/right/import",
    permission: "right.grant",
    summary: "后台：导入权益名单；有一行不对就都不导入，不新建账号",
    body: z.object({ text: csv, reason }),
    data: z.object({ granted: count, same: count }),
    timeout: 60_000,
  }),
};
