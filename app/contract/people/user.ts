import { z } from "zod";
import { author, count, filledIn, flag, id, nothing, text, time } from "#app/contract/common";
import { endpoint } from "#app/contract/endpoint";
import { writtenCounts } from "#app/contract/kind-counts";
import { BIO_MAX, NICKNAME_MAX, PASSWORD_MAX, PASSWORD_MIN } from "#app/contract/limits";
import { sessionToken } from "./session-token";
import { phone, smsCode } from "./sms";

const PASSWORD_TOO_LONG = `密码不能超过${PASSWORD_MAX}位`;

/** A new password. */
export const password = z
  .string({ error: "请输入密码" })
  .min(PASSWORD_MIN, `密码至少${PASSWORD_MIN}位`)
  .max(PASSWORD_MAX, PASSWORD_TOO_LONG);

/** Proof from `POST ext/account/proof` that the owner is acting, not just somebody with their session. */
export const ownerProof = z.string({ error: "请先确认是你本人" }).min(1, "请先确认是你本人").max(200);

/** A phone number, or null if none is bound; another upstream may omit it. */
const boundPhone = z.string().nullable().default(null);

/** The member behind the token. Another upstream may know nothing of them but their id. */
export const clientUser = author.extend({
  nickname: filledIn,
  avatar: filledIn,
  headline: filledIn,
  /** Masked, e.g. 138****0000. */
  phone: boundPhone,
  hasPassword: flag,
  weixinBound: flag,
  /** Whether a nickname has yet to be chosen (`POST user`). */
  registrationPending: flag,
  /** Whether they are staff, with access to the console. */
  staff: flag,
});
export type ClientUser = z.output<typeof clientUser>;

/** Fields of a profile that its owner edits. */
export const profileFields = z.object({
  nickname: text("昵称", { min: 1, max: NICKNAME_MAX }),
  /** Another upstream may have longer ones, which are sent back as they are when something else is changed. */
  avatar: z.string().max(2_048).default(""),
  headline: text("一句话介绍", { max: 60 }).default(""),
  bio: text("个人简介", { max: BIO_MAX }).default(""),
  company: text("公司", { max: 60 }).default(""),
  city: text("城市", { max: 30 }).default(""),
  collectionsPrivate: z.boolean().default(false),
});

/** Public profile of an author. */
export const baseInfo = author.extend({
  bio: z.string(),
  company: z.string(),
  city: z.string(),
  joinedAt: time,
  ...writtenCounts,
  followCount: count,
  fansCount: count,
  followQuestionCount: count,
  questionFavoriteCount: count.default(0),
  answerFavoriteCount: count.default(0),
  articleFavoriteCount: count,
  caseFavoriteCount: count,
  /** Number of upvotes on answers and likes on articles. */
  likedCount: count,
  collectionsPrivate: z.boolean(),
  viewer: z.object({ followed: z.boolean(), me: z.boolean() }),
});
export type BaseInfo = z.output<typeof baseInfo>;

/** A new session. `isNew` if the person has yet to choose a nickname (`POST user`). */
export const loginData = z.object({
  token: sessionToken,
  userId: z.number(),
  isNew: z.boolean(),
  /** Whether to offer a passkey, this once: they have none, and logged in by code. */
  offerPasskey: z.boolean().default(false),
});

/** Calls on members, their logins and their profiles. */
export const userApi = {
  loginOrRegisterByPhone: endpoint({
    method: "POST",
    path: "/api/user/loginOrRegisterByPhone",
    summary: "短信验证码登录，首次即注册",
    /** With a `ticket` of queryObj, the WeChat account is bound and the code must be for `bind-weixin`. */
    body: z.object({ phone, code: smsCode, ticket: z.string().min(1).max(200).optional() }),
    data: loginData,
  }),
  login: endpoint({
    method: "POST",
    path: "/api/user/login",
    summary: "手机号与密码登录",
    body: z.object({
      phone,
      password: z.string({ error: "请输入密码" }).min(1, "请输入密码").max(PASSWORD_MAX, PASSWORD_TOO_LONG),
    }),
    data: loginData,
  }),
  logout: endpoint({ method: "POST", path: "/api/user/logout", auth: "user", summary: "退出登录", data: nothing }),
  tokenQueryClientUser: endpoint({
    method: "GET",
    path: "/api/user/tokenQueryClientUser",
    auth: "user",
    summary: "令牌对应的用户",
    data: clientUser,
  }),
  editor: endpoint({
    method: "GET",
    path: "/api/user/editor",
    auth: "user",
    summary: "编辑资料所需的全部字段",
    /** Of any length: another upstream may have other limits. */
    data: z.object({
      nickname: filledIn,
      avatar: filledIn,
      headline: filledIn,
      bio: filledIn,
      company: filledIn,
      city: filledIn,
      collectionsPrivate: flag,
      userId: id,
      phone: boundPhone,
      weixinBound: flag,
      /** Name for a login by password: the whole number; null if none is bound. */
      loginName: z.string().nullable().default(null),
    }),
  }),
  update: endpoint({
    method: "PUT",
    path: "/api/user",
    auth: "user",
    summary: "修改资料",
    body: profileFields,
    data: clientUser,
  }),
  complete: endpoint({
    method: "POST",
    path: "/api/user",
    auth: "user",
    summary: "首次登录后补全昵称与密码",
    body: z.object({ nickname: profileFields.shape.nickname, password: password.optional() }),
    data: clientUser,
  }),
  updatePwd: endpoint({
    method: "PUT",
    path: "/api/user/updatePwd",
    auth: "user",
    summary: "修改密码，其他设备随即退出；密码放在正文里，不进地址",
    body: z.object({
      oldPassword: z.string().max(PASSWORD_MAX, PASSWORD_TOO_LONG).default(""),
      /**
       * Instead of the old password, also for those who have none: a `change-password` code sent to their own number.
       */
      code: smsCode.optional(),
      newPassword: password,
    }),
    data: nothing,
  }),
  baseInfo: endpoint({
    method: "GET",
    path: "/api/user/baseInfo",
    summary: "作者的公开资料与计数",
    query: z.object({ userId: id }),
    data: baseInfo,
  }),
  wechatBind: endpoint({
    method: "PUT",
    path: "/api/user/weixin/bind",
    auth: "user",
    summary: "绑定微信，需要本人的证明",
    body: z.object({ code: z.string().min(1).max(200), state: z.string().min(1).max(128), proof: ownerProof }),
    data: clientUser,
  }),
  wechatUnbind: endpoint({
    method: "PUT",
    path: "/api/user/weixin/unbind",
    auth: "user",
    summary: "解绑微信，需要本人的证明；它是唯一登录方式时拒绝",
    /** Without a proof only by an upstream that gives none; ours refuses that. */
    body: z.object({ proof: ownerProof.optional() }),
    data: clientUser,
  }),
};
