import { z } from "zod";
import { author, count, id, nothing, text, time } from "#app/contract/common";
import { staffEndpoint } from "#app/contract/endpoint";
import { ownedCounts } from "#app/contract/kind-counts";
import { HANDOVER_DAYS, HANDOVER_DAYS_MAX } from "#app/contract/limits";

/** Number of everything a person has, including deleted texts. */
export const personCounts = ownedCounts.extend({
  votes: count,
  likes: count,
  favorites: count,
  following: count,
  fans: count,
  questionFollows: count,
  tagFollows: count,
  drafts: count,
  held: count,
  rights: count,
  orders: count,
  notifications: count,
  sessions: count,
});
export type PersonCounts = z.output<typeof personCounts>;

/** 认领链接 of an author, without its secret. */
const handover = z.object({
  id: z.number(),
  state: z.enum(["open", "taken", "expired", "revoked"]),
  madeBy: z.string(),
  madeAt: time,
  expiresAt: time,
  /** Account that took over the author, and when. */
  takenBy: author.nullable(),
  takenAt: time.nullable(),
});
export type Handover = z.output<typeof handover>;

const reason = text("原因", { min: 2, max: 200 });

/** Calls by which staff merge two people, or let someone take over an imported author. */
export const adminPersonApi = {
  handovers: staffEndpoint({
    method: "GET",
    path: "/api/ext/admin/handover",
    permission: "user.merge",
    summary: "后台：一位作者的认领链接，新的在前；能不能再要一个",
    query: z.object({ userId: id }),
    data: z.object({
      /** Whether nobody can log in as them: no phone number and no external account. */
      unclaimed: z.boolean(),
      list: z.array(handover),
    }),
  }),
  makeHandover: staffEndpoint({
    method: "POST",
    path: "/api/ext/admin/handover",
    permission: "user.merge",
    summary: "后台：给导入的作者一个一次性认领链接，之前没用的随即作废；链接只说这一次",
    body: z.object({
      userId: id,
      days: z
        .number({ error: "请填天数" })
        .int("请填整天数")
        .min(1, "至少 1 天")
        .max(HANDOVER_DAYS_MAX, `最多 ${HANDOVER_DAYS_MAX} 天`)
        .default(HANDOVER_DAYS),
    }),
    data: z.object({ id: z.number(), url: z.string(), expiresAt: time }),
  }),
  revokeHandover: staffEndpoint({
    method: "POST",
    path: "/api/ext/admin/handover/revoke",
    permission: "user.merge",
    summary: "后台：作废一个没有用过的认领链接",
    body: z.object({ id }),
    data: nothing,
  }),
  merge: staffEndpoint({
    method: "POST",
    path: "/api/ext/admin/user/merge",
    permission: "user.merge",
    summary:
      "后台：把一个人并入另一个人：内容、互动、关注、权益、订单与通知都过去，账号注销，旧主页转到新的。不能撤销，所以要先试一次，再带着试出来的 seal 与对方的昵称来做",
    body: z.object({
      from: id,
      into: z.number({ error: "请填并入谁" }).int("请填用户的编号").positive("请填用户的编号"),
      reason,
      dryRun: z.boolean().default(false),
      /** Proof of the preview: it was done, and nothing has changed since. */
      seal: z.string().max(100).default(""),
      /** Name of the account to be closed, typed. */
      confirm: z.string().max(100).default(""),
    }),
    data: z.object({
      /** The closed account, and the remaining one. */
      from: z.object({ userId: z.number(), nickname: z.string() }),
      into: z.object({ userId: z.number(), nickname: z.string() }),
      counts: personCounts,
      seal: z.string(),
    }),
    timeout: 60_000,
  }),
};
