import { z } from "zod";
import { nothing } from "#app/contract/common";
import { endpoint, ofPart } from "#app/contract/endpoint";
import { phone, smsCode } from "#app/contract/people/sms";
import { loginData, password, userApi } from "#app/contract/people/user";
import { zhikuProfileFields, zhikuProfileReply } from "./profile";
import { userRight } from "./rights";

/** One-time ticket from our WeChat callback; the client never sends an openid. */
const wechatTicket = z.string().min(1).max(200);

/** Calls on members and professional profiles under zhiku's paths. */
export const zhikuUserApi = ofPart("zhiku", {
  get: endpoint({
    method: "GET",
    path: "/api/pro/user",
    auth: "user",
    summary: "我的职业信息与权益",
    data: zhikuProfileReply,
  }),
  update: endpoint({
    method: "PUT",
    path: "/api/pro/user",
    auth: "user",
    summary: "填写或修改职业信息；换手机号要带 sms/verify 给的凭证",
    body: zhikuProfileFields.extend({ phoneTicket: z.string().min(1).max(200).optional() }),
    data: zhikuProfileReply,
  }),
  login: endpoint({
    method: "POST",
    path: "/api/pro/user/login",
    summary: "手机号与密码登录知库",
    body: userApi.login.body,
    data: loginData,
  }),
  loginSms: endpoint({
    method: "POST",
    path: "/api/pro/user/login/sms",
    summary: "短信验证码登录知库，首次即注册",
    body: z.object({ phone, code: smsCode }),
    data: loginData,
  }),
  loginWechat: endpoint({
    method: "POST",
    path: "/api/pro/user/login/weixin",
    summary: "微信登录知库；未绑定手机号时给出注册用的一次性凭证",
    body: z.object({ code: z.string().min(1).max(200), state: z.string().min(1).max(128) }),
    data: z.discriminatedUnion("kind", [
      loginData.extend({ kind: z.literal("login") }),
      z.object({ kind: z.literal("phone-needed"), ticket: z.string(), nickname: z.string(), avatar: z.string() }),
    ]),
  }),
  logout: endpoint({
    method: "POST",
    path: "/api/pro/user/logout",
    summary: "退出登录；没有令牌也算成功",
    data: nothing,
  }),
  register: endpoint({
    method: "POST",
    path: "/api/pro/user/register",
    summary: "以手机号注册并登录知库；号码已注册时只登录，不改密码",
    body: z.object({ phone, code: smsCode, password: password.optional() }),
    data: loginData,
  }),
  registerWechat: endpoint({
    method: "POST",
    path: "/api/pro/user/register/weixin",
    summary: "以微信凭证和手机号注册并登录知库",
    body: z.object({ ticket: wechatTicket, phone, code: smsCode }),
    data: loginData,
  }),
  rightsList: endpoint({
    method: "GET",
    path: "/api/pro/user/rights/list",
    auth: "user",
    summary: "我的权益，含未开始和已到期的",
    data: z.array(userRight),
  }),
});
