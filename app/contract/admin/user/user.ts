import { z } from "zod";
import { ownUndo, ownUndoOrNot, undone } from "#app/contract/admin/own-undo";
import { DECIDED_MAX } from "#app/contract/admin/rule";
import { role } from "#app/contract/admin/system/console";
import { author, count, id, idParams, nothing, paged, pageQuery, text, time } from "#app/contract/common";
import { staffEndpoint } from "#app/contract/endpoint";
import { ownedCounts } from "#app/contract/kind-counts";
import { sanctionKinds } from "#app/contract/moderation/sanction-kinds";
import { userRight } from "#app/contract/zhiku/rights";

const sanctionKind = z.enum(sanctionKinds);

/** A member's sanction; it is in force if `liftedAt` is null and `until` is in the future. */
const sanction = z.object({
  id: z.number(),
  kind: sanctionKind,
  reason: z.string(),
  from: time,
  /** Null for permanent. */
  until: time.nullable(),
  by: z.string(),
  liftedAt: time.nullable(),
  liftedBy: z.string().nullable(),
  inForce: z.boolean(),
});
export type Sanction = z.output<typeof sanction>;

/** A member in the console's list. */
const listedUser = author.extend({
  /** Masked: 138****0000. */
  phone: z.string().nullable(),
  joinedAt: time,
  /** Time when they closed their account. */
  closedAt: time.nullable(),
  roles: z.array(role),
  /** Sanctions in force, and their ids. */
  sanctions: z.array(sanctionKind),
  inForce: z.array(z.number()),
});
export type ListedUser = z.output<typeof listedUser>;

/** A session that has not expired. */
const login = z.object({ device: z.string(), address: z.string(), createdAt: time, lastSeenAt: time });

const reason = text("原因", { min: 2, max: 200 });

const liftReason = text("原因", { max: 200 }).default("");
/** Preview: returns who would be affected and who not, without changing anything. */
const dryRun = z.boolean().default(false);

/**
 * Ids of the members' sanctions in force that were seen: if there is another since, the decision is refused. Callers that
 * show none, such as the command line, omit it.
 */
const seenInForce = z.array(z.number().int()).max(1000).optional();

/** Results for several members. */
const decidedUsers = z.object({
  done: z.array(z.object({ userId: id })),
  failed: z.array(z.object({ userId: id, code: z.string(), message: z.string() })),
  undo: ownUndoOrNot,
});

/** Fields of a sanction to impose. */
const imposed = {
  kind: sanctionKind,
  /** Null for permanent. */
  days: z
    .number({ error: "请选择多久" })
    .int("请填整天数")
    .min(1, "至少 1 天")
    .max(3650, "最多 3650 天，更久请选长期")
    .nullable(),
  reason,
};

/** Calls on members, for staff who moderate them. */
export const adminUserApi = {
  list: staffEndpoint({
    method: "GET",
    path: "/api/ext/admin/user",
    permission: "user.read",
    summary: "后台：用户，新注册的在前；手机号打码",
    query: pageQuery.extend({
      /** Part of a nickname, a member's number, a phone number or its last digits. */
      q: z.string().trim().max(50, "最多 50 个字").default(""),
      /** `new`: from the last seven days. */
      state: z.enum(["all", "new", "sanctioned", "staff", "closed"]).default("all"),
    }),
    data: paged(listedUser),
  }),
  get: staffEndpoint({
    method: "GET",
    path: "/api/ext/admin/user/:id",
    permission: "user.read",
    summary: "后台：一位用户：发表、处罚、登录，以及有权看的举报、订单与权益",
    params: idParams,
    data: listedUser.omit({ sanctions: true, inForce: true }).extend({
      bio: z.string(),
      company: z.string(),
      city: z.string(),
      weixinBound: z.boolean(),
      hasPassword: z.boolean(),
      /** Address for notifications, masked: z***@example.com. */
      mail: z.string().nullable(),
      counts: ownedCounts,
      /** Number of texts held for review, by outcome. */
      held: z.object({ waiting: count, approved: count, refused: count }),
      sanctions: z.array(sanction),
      logins: z.array(login),
      /** Reports about them and their texts; null without permission to see reports. */
      reports: z.object({ open: count, upheld: count, dismissed: count }).nullable(),
      /** Null without permission to see orders. */
      orders: z.object({ paid: count, all: count }).nullable(),
      /** Null without permission to see rights. */
      rights: z.array(userRight).nullable(),
      /** Whether they rank as high as the caller, or are the caller: they can't be sanctioned. */
      untouchable: z.boolean(),
    }),
  }),
  reveal: staffEndpoint({
    method: "POST",
    path: "/api/ext/admin/user/reveal",
    permission: "user.reveal",
    summary: "后台：看一位用户的完整手机号，记入日志",
    body: z.object({ userId: id, reason }),
    data: z.object({ phone: z.string().nullable() }),
  }),
  sanctionEach: staffEndpoint({
    method: "POST",
    path: "/api/ext/admin/user/sanction/each",
    permission: "user.mute",
    summary: "后台：对几位用户作同样的处罚，各记一笔日志；逐个作答",
    body: z.object({
      userIds: z.array(id).max(DECIDED_MAX, `一次至多处罚 ${DECIDED_MAX} 人`),
      ...imposed,
      seenInForce,
      dryRun,
    }),
    data: decidedUsers,
    timeout: 60_000,
  }),
  undoSanctions: staffEndpoint({
    method: "POST",
    path: "/api/ext/admin/user/sanction/undo",
    permission: "user.mute",
    summary:
      "后台：十秒之内撤销自己刚才对几位用户的处罚或解除，一起撤销，他们不会得知；过了时间、已经撤销过的答 CONFLICT",
    body: ownUndo,
    data: undone,
    timeout: 60_000,
  }),
  sanction: staffEndpoint({
    method: "POST",
    path: "/api/ext/admin/user/sanction",
    permission: "user.mute",
    summary: "后台：禁言、只读或封禁；只能禁言的人至多 30 天，其余要封禁的权限；看过之后又有处罚的答 CONFLICT",
    body: z.object({ userId: id, ...imposed, seenInForce }),
    data: z.object({ id: z.number(), until: time.nullable() }),
  }),
  lift: staffEndpoint({
    method: "POST",
    path: "/api/ext/admin/user/sanction/lift",
    permission: "user.mute",
    summary: "后台：解除一项处罚",
    body: z.object({ id, reason: liftReason }),
    data: nothing,
  }),
  liftEach: staffEndpoint({
    method: "POST",
    path: "/api/ext/admin/user/sanction/lift/each",
    permission: "user.mute",
    summary: "后台：解除几位用户生效中的全部处罚，各记一笔日志；逐个作答",
    body: z.object({
      userIds: z.array(id).max(DECIDED_MAX, `一次至多处理 ${DECIDED_MAX} 人`),
      reason: liftReason,
      seenInForce,
      dryRun,
    }),
    data: decidedUsers,
    timeout: 60_000,
  }),
  purge: staffEndpoint({
    method: "POST",
    path: "/api/ext/admin/user/purge",
    permission: "user.purge",
    summary:
      "后台：清除垃圾账号：长期封禁，结束登录，移除他写的全部内容，退回等待审核的，驳回他没有处理的举报，收回他的赞、投票与收藏；一次各至多 300 份，其余再来一次。可以整个撤销，登录除外，单独恢复过的保持原样",
    body: z.object({ userId: id, reason, dryRun: z.boolean().default(false) }),
    data: z.object({
      /** Number of texts by kind, including those in their trash. */
      texts: ownedCounts,
      /** Number of texts held for review. */
      held: count,
      /** Number of undecided reports by them. */
      reports: count,
      /** Number of their likes, favorites and votes on existing texts. */
      reactions: count,
      sessions: count,
      /** Number of remaining texts and reactions. */
      left: count,
    }),
  }),
  endSessions: staffEndpoint({
    method: "POST",
    path: "/api/ext/admin/user/session/end",
    permission: "session.end",
    summary: "后台：让一位用户在所有设备上退出登录",
    body: z.object({ userId: id, reason }),
    data: z.object({ ended: count }),
  }),
};
