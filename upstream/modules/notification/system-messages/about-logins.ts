import { minute, notYou } from "./message-phrases";
import type { Sent } from "./system-words";

const SECURITY = "/account/secure";
const CREDENTIALS = {
  phone: "你的账号更换了手机号",
  password: "你的登录密码已修改",
  "weixin-bound": "你的账号绑定了微信",
  "weixin-unbound": "你的账号解除了微信绑定",
} as const;
const FACTOR = {
  "set-up": "你设置了进后台的第二步验证",
  app: "你进后台的验证器换了一个，恢复码也换了",
  codes: "你进后台的恢复码换了一批",
  dropped: "你的第二步验证被去掉了，登录都已退出，下次进后台要重新设置",
} as const;

/** Messages about logins, credentials, and ways to reach a member. */
export const ABOUT_LOGINS = {
  /** A login from a new device; `device` and `address` may be empty. */
  "new-device": ({ device, address }: { device: string; address: string }, { at }: Sent) => ({
    title: `你的账号在新设备上登录：${device || "未知设备"}`,
    excerpt: `${minute(at)}${address ? `，网络地址 ${address}` : ""}。${notYou()}`,
    path: SECURITY,
  }),
  /** A credential was changed. */
  "credential-changed": ({ credential }: { credential: keyof typeof CREDENTIALS }, { at }: Sent) => ({
    title: CREDENTIALS[credential],
    excerpt: `${minute(at)}。${notYou(credential === "weixin-bound" ? "解除绑定" : "")}`,
    path: SECURITY,
  }),
  /** A passkey was added or removed; `name` is its name. */
  "passkey-changed": ({ added, name }: { added: boolean; name: string }, { at }: Sent) => ({
    title: `你的账号${added ? "添加" : "移除"}了通行密钥「${name}」`,
    excerpt: `${minute(at)}。${notYou(added ? "移除它" : "")}`,
    path: SECURITY,
  }),
  /** A staff member's second factor was set up or replaced by themselves, or removed by an owner. */
  "factor-changed": ({ change }: { change: keyof typeof FACTOR }, { at }: Sent) => ({
    title: FACTOR[change],
    excerpt: `${minute(at)}。${notYou("告诉站长")}`,
    path: "/admin/factor",
  }),
  /** Their mail address was changed, or removed (null); `address` is masked. */
  "mail-changed": ({ address }: { address: string | null }, { at }: Sent) => ({
    title: address ? `你的通知邮箱现在是 ${address}` : "你的通知邮箱已移除",
    excerpt: `${minute(at)}。${notYou()}`,
    path: SECURITY,
  }),
  /** Mail to their address bounced; no more is sent. */
  "mail-stopped": (_: object) => ({
    title: "寄到你邮箱的通知被退回，已停止寄信",
    excerpt: "对方的邮件服务说没有这个邮箱。请换一个，或重新确认一次。",
    path: SECURITY,
  }),
  /** WeChat reports that they don't follow the official account or don't exist; no more is sent. */
  "wechat-stopped": (_: object) => ({
    title: "微信通知发不到你那里，已停止发送",
    excerpt: "你可能没有关注本站的公众号。关注以后，到“通知设置”里重新开通。",
    path: "/account/notifications",
  }),
};
