/**
 * Every business code with its default message. HTTP stays 200; any other status is a network or server error.
 * NOT_LOGIN, and the next three from zhiku's calls, never show a toast: see `ownPage` for where they lead, and
 * `tellRefusal` for a login that has ended while the reader stays on the page.
 */
export const MESSAGES = {
  SUCCESS: "成功",
  NOT_LOGIN: "您需要先登录",
  USER_INFO_INCOMPLETE: "请先完善你的职业信息",
  RIGHTS_NOT_SUBSCRIBED: "你还没有订阅这部分内容",
  DOCUMENT_NOT_EXIST: "文档不存在或已下架",
  INVALID_PARAMS: "填写的内容有误，请检查后重试",
  NOT_FOUND: "内容不存在或已被删除",
  FORBIDDEN: "你没有权限进行此操作",
  STAFF_UNVERIFIED: "进入后台请先完成第二步验证",
  SUDO_REQUIRED: "这项操作需要再次确认是你本人",
  CONFLICT: "内容刚才被更新了，请核对后重试",
  RATE_LIMITED: "操作太频繁，请稍后再试",
  CAPTCHA_REQUIRED: "请先完成验证",
  CAPTCHA_WRONG: "验证未通过，请重试",
  CAPTCHA_EXPIRED: "验证已过期，请重试",
  SMS_CODE_WRONG: "验证码错误或已失效",
  SMS_FAILED: "短信发送失败，请稍后重试",
  MAIL_CODE_WRONG: "验证码错误或已失效",
  MAIL_FAILED: "邮件发送失败，请稍后重试",
  LOGIN_FAILED: "手机号或密码错误",
  PHONE_REQUIRED: "请先绑定手机号",
  AGREEMENT_REQUIRED: "协议有了新版本，请先阅读并同意，再回到这里继续",
  CONTENT_REJECTED: "内容包含不适合发布的信息，请修改后重试",
  ALREADY_SUBMITTED: "这份内容刚才已经提交过了",
  CONTENT_HELD: "内容已提交，审核通过后会公开显示",
  UPLOAD_REJECTED: "文件不符合要求",
  WECHAT_FAILED: "微信授权失败，请重试",
  ORDER_STATE: "订单状态已变化，请刷新后重试",
  PAY_FAILED: "支付服务暂时不可用，请稍后重试",
  NOT_IMPLEMENTED: "该功能尚未开放",
  INTERNAL: "服务器出了点问题，请稍后重试",
} as const;

export type Code = keyof typeof MESSAGES;

/** Message for network and server errors (any reply but HTTP 200). */
export const NETWORK_MESSAGE = "网络出了点问题，请稍后重试";

/** Message for a write that never left us: no connection was made. */
export const UNSENT_MESSAGE = "网络出了点问题，这次操作没有进行，可以再试一次";

/** Message for a write whose outcome is unknown. */
export const UNSURE_MESSAGE = `${NETWORK_MESSAGE}。这次操作可能已经完成，请先看看再试`;
