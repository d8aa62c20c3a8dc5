import { z } from "zod";
import { count, time } from "#app/contract/common";
import { endpoint, staffEndpoint } from "#app/contract/endpoint";
import { PASSWORD_MAX } from "#app/contract/limits";
import { assertion } from "#app/contract/people/passkey";
import { sessionToken } from "#app/contract/people/session-token";
import { phone } from "#app/contract/people/sms";
import { password, profileFields } from "#app/contract/people/user";
import { type Permission, permissions, roles } from "#app/contract/permissions";

const permission = z.enum(permissions as [Permission, ...Permission[]]);
/** Role of a staff member. */
export const role = z.enum(roles);

/** Six digits of an authenticator app, or a recovery code. */
const factorCode = z
  .string({ error: "请输入验证码" })
  .transform((value) => value.replace(/\s/g, ""))
  .pipe(z.string().regex(/^(?:\d{6}|[0-9a-z]{5}-?[0-9a-z]{5})$/i, "请输入 6 位数字，或一个恢复码"));

/** State of an authenticator app: none, set up but not confirmed by a code, in use. */
export const factorState = z.enum(["none", "unconfirmed", "confirmed"]);

/** Secret for an authenticator app. */
const factorSecret = z.object({
  /** Base32, for manual entry. */
  secret: z.string(),
  /** `otpauth://totp/…`, the content of the QR code. */
  uri: z.string(),
});

/** New recovery codes, which are shown once. */
const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });

/** A staff member in the console, with permissions and verification state. */
export const consoleUser = z.object({
  userId: z.number(),
  nickname: z.string(),
  roles: z.array(role),
  permissions: z.array(permission),
  factor: factorState,
  /** Number of unused recovery codes. */
  recoveryCodes: count,
  /** Whether the console is open to them. */
  verified: z.boolean(),
  /** Time until which dangerous actions need no further verification; null if they do. */
  sudoUntil: time.nullable(),
  hasPassword: z.boolean(),
  hasPasskey: z.boolean(),
});
export type ConsoleUser = z.output<typeof consoleUser>;

/** Kinds of pending work; `announcement`, `activity` and `case` are drafts whose scheduled publication failed. */
const waiting = z.enum(["review", "appeal", "report", "profile", "refund", "announcement", "activity", "case"]);
export type Waiting = z.output<typeof waiting>;

/** Pending work, on the console's home page and in its menu. */
const card = z.object({
  key: waiting,
  /** Number of items. */
  count,
  /** Whether more wait than were counted. */
  more: z.boolean(),
  /** Time of the oldest item; null if not applicable. */
  oldest: time.nullable(),
});
export type ConsoleCard = z.output<typeof card>;

/** Calls by which staff enter the console and verify their identity. */
export const consoleApi = {
  me: staffEndpoint({
    method: "GET",
    path: "/api/ext/admin/me",
    permission: "console.enter",
    summary: "后台：我的角色与权限",
    data: consoleUser,
  }),
  overview: staffEndpoint({
    method: "GET",
    path: "/api/ext/admin/overview",
    permission: "console.read",
    summary: "后台：工作台上等待处理的事",
    data: z.object({ cards: z.array(card) }),
  }),
  beginFactor: staffEndpoint({
    method: "POST",
    path: "/api/ext/admin/factor",
    permission: "console.enter",
    summary: "后台：开始设置第二步验证，给出密钥；已有的不能这样换掉",
    data: factorSecret,
  }),
  confirmFactor: staffEndpoint({
    method: "PUT",
    path: "/api/ext/admin/factor",
    permission: "console.enter",
    summary: "后台：用第一个验证码确认第二步验证，给出恢复码（只这一次）",
    body: z.object({ code: factorCode }),
    data: recoveryCodes,
  }),
  replaceFactor: staffEndpoint({
    method: "POST",
    path: "/api/ext/admin/factor/next",
    permission: "factor.replace",
    summary: "后台：开始换一个验证器，给出密钥（15 分钟内有效）；确认之前原来的照常能用",
    data: factorSecret,
  }),
  confirmNewFactor: staffEndpoint({
    method: "PUT",
    path: "/api/ext/admin/factor/next",
    permission: "factor.replace",
    summary: "后台：用新验证器的第一个验证码换掉原来的，给出新的恢复码（只这一次）",
    body: z.object({ code: factorCode }),
    data: recoveryCodes,
  }),
  renewRecoveryCodes: staffEndpoint({
    method: "POST",
    path: "/api/ext/admin/factor/codes",
    permission: "factor.replace",
    summary: "后台：换一批恢复码（只显示这一次），原来的作废",
    data: recoveryCodes,
  }),
  verify: staffEndpoint({
    method: "POST",
    path: "/api/ext/admin/verify",
    permission: "console.enter",
    summary: "后台：完成第二步验证，这次登录 12 小时内可用后台",
    body: z.object({ code: factorCode }),
    data: z.object({
      /** Number of recovery codes that are left if one was used; null after a code of the app. */
      recoveryCodesLeft: count.nullable(),
    }),
  }),
  sudo: staffEndpoint({
    method: "POST",
    path: "/api/ext/admin/sudo",
    permission: "console.enter",
    summary: "后台：再次确认是本人（密码、第二步验证或通行密钥），15 分钟内有效",
    body: z.object({
      password: z.string().max(PASSWORD_MAX).default(""),
      code: z.union([z.literal(""), factorCode]).default(""),
      /** Alternative to both: a passkey assertion, for the challenge of `POST ext/account/passkey/proof/options`. */
      credential: assertion.optional(),
    }),
    data: z.object({ until: time }),
  }),
};

/** Calls on a site without an owner. */
export const setupApi = {
  state: endpoint({
    method: "GET",
    path: "/api/ext/setup",
    summary: "本站是否还没有站长；正在筹备时对读者关闭",
    data: z.object({
      /** Whether it has no owner: the one-time link works. */
      unowned: z.boolean(),
      /** Whether it also has no content yet. */
      preparing: z.boolean(),
    }),
  }),
  claim: endpoint({
    method: "POST",
    path: "/api/ext/setup/owner",
    summary: "用一次性链接里的令牌成为站长，随即登录",
    body: z.object({
      token: z.string({ error: "链接不完整" }).min(20, "链接不完整").max(200, "链接不完整"),
      phone,
      nickname: profileFields.shape.nickname,
      password,
    }),
    data: z.object({ token: sessionToken, userId: z.number() }),
  }),
};
