import { z } from "zod";
import { instant } from "#app/contract/admin/instant";
import { count, cursorQuery, id, idempotencyKey, idParams, paged, pageQuery, text, time } from "#app/contract/common";
import { staffEndpoint } from "#app/contract/endpoint";
import { decimal } from "#app/contract/text/decimal";
import { zhikuCategoryRef } from "#app/contract/zhiku/content";
import { CODES_MARKED_MAX, CODES_MAX, codeStates } from "./code-states";

const state = z.enum(codeStates);

/** Offer that the codes are for. */
const codeOffer = z.object({
  id: z.number(),
  name: z.string(),
  /** Null for all categories. */
  category: zhikuCategoryRef.nullable(),
  days: count,
  onSale: z.boolean(),
});
export type CodeOffer = z.output<typeof codeOffer>;

/** Codes that were created together. */
const codeBatch = z.object({
  id: z.number(),
  offer: codeOffer,
  note: z.string(),
  /** Null if they never expire. */
  expiresAt: time.nullable(),
  createdAt: time,
  createdBy: z.string(),
  count,
  /** Number of codes in each state. */
  counts: z.record(state, count),
});
export type CodeBatch = z.output<typeof codeBatch>;

/** Code of a batch; only its last characters are stored. */
const batchCode = z.object({
  /** Number within its batch, from 1. */
  number: z.number(),
  /** Last four characters. */
  tail: z.string(),
  state,
  /** Member who used it; null if unused. */
  usedBy: z.object({ userId: z.number(), nickname: z.string() }).nullable(),
  usedAt: time.nullable(),
  orderNo: z.string().nullable(),
  voidedAt: time.nullable(),
});
export type BatchCode = z.output<typeof batchCode>;

/** Codes of a batch: the listed ones, or all that qualify if none are listed. */
const chosen = z.object({
  id,
  numbers: z
    .array(decimal(z.number().int().min(1).max(CODES_MAX)))
    .min(1, "请先选中兑换码")
    .max(CODES_MARKED_MAX, `一次至多选 ${CODES_MARKED_MAX} 个`)
    .optional(),
});

/** Calls on redeem codes. */
export const adminCodeApi = {
  offers: staffEndpoint({
    method: "GET",
    path: "/api/ext/admin/code/offer",
    permission: "code.read",
    summary: "后台：兑换码可以兑换的权益，不在售的也在内",
    data: z.array(codeOffer),
  }),
  list: staffEndpoint({
    method: "GET",
    path: "/api/ext/admin/code",
    permission: "code.read",
    summary: "后台：兑换码的批次，新的在前",
    query: pageQuery,
    data: paged(codeBatch),
  }),
  get: staffEndpoint({
    method: "GET",
    path: "/api/ext/admin/code/:id",
    permission: "code.read",
    summary: "后台：一批兑换码，按序号；只看得到末四位",
    params: idParams,
    query: cursorQuery.extend({ state: state.optional() }),
    data: codeBatch.extend({ list: z.array(batchCode), nextCursor: z.string().nullable() }),
  }),
  add: staffEndpoint({
    method: "POST",
    path: "/api/ext/admin/code",
    permission: "code.manage",
    summary: "后台：生成一批兑换码；码只在这一次回答里有",
    body: z.object({
      offerId: z.number({ error: "请选择兑换什么" }).int().positive("请选择兑换什么"),
      count: z
        .number({ error: "请填写个数" })
        .int("请填整数")
        .min(1, "至少 1 个")
        .max(CODES_MAX, `一批至多 ${CODES_MAX} 个`),
      /** Null if they never expire. */
      expiresAt: instant.nullable(),
      note: text("备注", { max: 200 }).default(""),
      idempotencyKey,
    }),
    /** `codes` is null if the same form was submitted before: they are not stored. */
    data: z.object({ id: z.number(), codes: z.array(z.string()).nullable() }),
    timeout: 60_000,
  }),
  void: staffEndpoint({
    method: "POST",
    path: "/api/ext/admin/code/void",
    permission: "code.manage",
    summary: "后台：作废一批里选中的，或所有没用过的兑换码",
    body: chosen.extend({ reason: text("原因", { min: 1, max: 200 }) }),
    data: z.object({ changed: count }),
  }),
  restore: staffEndpoint({
    method: "POST",
    path: "/api/ext/admin/code/restore",
    permission: "code.manage",
    summary: "后台：让作废的兑换码重新可用",
    body: chosen,
    data: z.object({ changed: count }),
  }),
};
