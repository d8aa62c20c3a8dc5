/** Limits that staff may change: label, unit, and allowed range. */
export const KEPT_LIMITS = {
  publishMinute: { group: "写作", name: "一人一分钟发表", unit: "篇", min: 1, max: 60 },
  publishDay: { group: "写作", name: "一人一天发表", unit: "篇", min: 1, max: 1_000 },
  editDay: { group: "写作", name: "一人一天修改", unit: "次", min: 10, max: 5_000 },
  commentMinute: { group: "写作", name: "一人一分钟评论", unit: "条", min: 1, max: 120 },
  commentDay: { group: "写作", name: "一人一天评论", unit: "条", min: 1, max: 5_000 },
  heldHour: { group: "写作", name: "一人一小时送审", unit: "份", min: 1, max: 200 },
  reactMinute: { group: "互动", name: "一人一分钟喜欢、投票、收藏、关注", unit: "次", min: 5, max: 600 },
  reportDay: { group: "互动", name: "一人一天举报", unit: "次", min: 1, max: 500 },
  submitFormDay: { group: "互动", name: "一人一天提交表单", unit: "次", min: 1, max: 1_000 },
  readMinute: { group: "知库", name: "一人一分钟打开资料", unit: "次", min: 20, max: 1_000 },
  downloadDay: { group: "知库", name: "一人一天下载", unit: "次", min: 1, max: 5_000 },
  orderDay: { group: "知库", name: "一人一天下单", unit: "次", min: 1, max: 500 },
  uploadDay: { group: "上传", name: "一人一天上传", unit: "个文件", min: 1, max: 5_000 },
  uploadMegabytesDay: { group: "上传", name: "一人一天上传", unit: "MB", min: 10, max: 20_480 },
  unknownUploadDay: { group: "上传", name: "未登录的一个网络一天上传", unit: "个文件", min: 1, max: 500 },
  smsSiteDay: { group: "短信与登录", name: "全站一天短信", unit: "条", min: 1, max: 1_000_000 },
  smsAddressHour: { group: "短信与登录", name: "一个网络一小时短信", unit: "条", min: 3, max: 500 },
  smsPhoneDay: { group: "短信与登录", name: "一个号码一天短信", unit: "条", min: 3, max: 30 },
  loginAddress: { group: "短信与登录", name: "一个网络 15 分钟内密码登录", unit: "次", min: 10, max: 500 },
} as const satisfies Record<string, { group: string; name: string; unit: string; min: number; max: number }>;

/** Name of a limit that staff may change. */
export type KeptLimit = keyof typeof KEPT_LIMITS;
/** All such limits, in the console's order. */
export const keptLimits = Object.keys(KEPT_LIMITS) as [KeptLimit, ...KeptLimit[]];
