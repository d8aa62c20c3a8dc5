import { z } from "zod";
import { count, nothing, time } from "#app/contract/common";
import { endpoint } from "#app/contract/endpoint";
import { DOCUMENT_DOWNLOAD_TIMEOUT, PASSWORD_MAX } from "#app/contract/limits";
import { captchaPass } from "./captcha";
import { ownSmsPurpose, phone, smsCode, smsCodeData } from "./sms";
import { clientUser } from "./user";

/** A session of the caller. */
export const session = z.object({
  id: z.string(),
  /** Device as it described itself; empty if it did not. */
  device: z.string(),
  address: z.string(),
  createdAt: time,
  /** Rounded to the hour. */
  lastSeenAt: time,
  /** Whether this call was made with it. */
  current: z.boolean(),
});
export type Session = z.output<typeof session>;

/** Whether to end all other sessions of the caller. */
const leaveElsewhere = z.boolean().default(true);

/** Account calls that the specification lacks: sessions, export, closing. */
export const accountApi = {
  smsCode: endpoint({
    method: "POST",
    path: "/api/ext/account/sms-code",
    auth: "user",
    summary: "向自己绑定的手机号发送验证码",
    body: z.object({ purpose: ownSmsPurpose, captchaVerification: captchaPass }),
    data: smsCodeData.extend({ phone: z.string() }),
  }),
  changePhone: endpoint({
    method: "PUT",
    path: "/api/ext/account/phone",
    auth: "user",
    summary: "换绑手机号：旧号（current-phone）与新号（change-phone）的验证码各一",
    /** `currentCode` may be omitted if no number was bound. */
    body: z.object({ currentCode: smsCode.optional(), phone, code: smsCode, endOtherSessions: leaveElsewhere }),
    data: clientUser,
  }),
  prove: endpoint({
    method: "POST",
    path: "/api/ext/account/proof",
    auth: "user",
    summary:
      "证明是本人，以便绑定或解绑微信：密码，或发往本机号码的 change-weixin 验证码；proof 只在这次登录里可用，一次有效",
    body: z.object({
      password: z.string().max(PASSWORD_MAX, `密码不能超过${PASSWORD_MAX}位`).default(""),
      /** Instead of the password. */
      code: smsCode.optional(),
      endOtherSessions: leaveElsewhere,
    }),
    /** `expiresIn` in seconds. */
    data: z.object({ proof: z.string(), expiresIn: z.number() }),
  }),
  sessions: endpoint({
    method: "GET",
    path: "/api/ext/account/sessions",
    auth: "user",
    summary: "我的登录设备，最近的在前",
    data: z.array(session),
  }),
  endSession: endpoint({
    method: "DELETE",
    path: "/api/ext/account/session",
    auth: "user",
    summary: "让一台设备退出登录",
    body: z.object({ id: z.string().min(1).max(100) }),
    data: nothing,
  }),
  endOtherSessions: endpoint({
    method: "DELETE",
    path: "/api/ext/account/sessions",
    auth: "user",
    summary: "让其他所有设备退出登录",
    data: z.object({ ended: count }),
  }),
  export: endpoint({
    method: "GET",
    path: "/api/ext/account/export",
    auth: "user",
    summary: "导出我的全部数据：一个 JSON 文件，account 是账号，exportedAt 是时间，其余按种类是各行",
    /** No envelope: the response is the file. */
    data: z.unknown(),
    reply: "blob",
    timeout: DOCUMENT_DOWNLOAD_TIMEOUT,
  }),
  close: endpoint({
    method: "POST",
    path: "/api/ext/account/close",
    auth: "user",
    summary: "注销账号：需要发往本机号码的 close-account 验证码；没有开通短信的站点用密码代替",
    body: z.object({
      code: smsCode.optional(),
      password: z.string().max(PASSWORD_MAX, `密码不能超过${PASSWORD_MAX}位`).default(""),
    }),
    data: nothing,
  }),
};
