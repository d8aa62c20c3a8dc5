/** Staff permissions as `noun.verb`, with their names in the console. */
export const PERMISSIONS = {
  /** Identifying oneself and verifying one's identity. */
  "console.enter": "进入后台",
  "console.read": "看工作台",
  /** One's own second factor. */
  "factor.replace": "换自己的验证器与恢复码",
  "announcement.manage": "写公告",
  "activity.manage": "办活动",
  "case.manage": "写案例",
  "form.manage": "做表单",
  "submission.read": "看表单答卷",
  "submission.manage": "处理表单答卷",
  "site.manage": "改站点的位置与外观",
  "text.manage": "改站点文案",
  "agreement.read": "看协议与同意的人数",
  "agreement.manage": "发布协议",
  "taxonomy.manage": "管理分类与标签",
  "content.read": "看全部内容",
  "content.edit": "修改内容，恢复旧版本",
  "content.hide": "移除与恢复内容",
  "content.merge": "合并问题",
  "content.place": "置顶与推荐内容",
  "review.read": "看待审核的内容",
  "review.decide": "审核内容",
  "appeal.read": "看申诉",
  "appeal.decide": "处理申诉",
  "report.read": "看举报",
  "report.decide": "处理举报",
  "rule.manage": "改审核规则",
  "word.manage": "管理敏感词",
  "word.test": "试敏感词",
  "user.read": "看用户",
  "user.reveal": "看完整手机号",
  "user.mute": "禁言",
  "user.ban": "封禁",
  "user.purge": "清除垃圾账号",
  "user.merge": "合并两个人，让人认领导入的作者",
  "session.end": "结束他人的登录",
  "zhiku.read": "看知库",
  "category.manage": "管理知库目录",
  "document.manage": "管理知库文档",
  "profile.review": "审核职业信息",
  "right.read": "看权益",
  "right.grant": "发放与收回权益",
  "offer.manage": "管理商品与价格",
  "order.read": "看订单",
  "order.query": "向微信支付核实订单",
  "order.refund": "退款",
  "code.read": "看兑换码",
  "code.manage": "生成与作废兑换码",
  "finance.export": "对账与导出",
  "message.draft": "写系统消息",
  "message.send": "发系统消息",
  "figures.read": "看数据",
  "figures.money": "看收入数据",
  "audit.read": "看操作日志",
  "audit.undo": "撤销操作",
  "staff.manage": "管理工作人员",
  "system.manage": "系统与限额",
  "provider.test": "真的试一次外部服务",
} as const;

export type Permission = keyof typeof PERMISSIONS;
/** Every permission, in the console's order. */
export const permissions = Object.keys(PERMISSIONS) as Permission[];

/** Permissions that require verification again (password or second factor), valid for fifteen minutes. */
export const DANGEROUS: ReadonlySet<Permission> = new Set([
  "factor.replace",
  "order.refund",
  "user.purge",
  "user.merge",
  "user.reveal",
  "finance.export",
  "agreement.manage",
  "code.manage",
  "right.grant",
  "staff.manage",
  "provider.test",
]);

const READS = permissions.filter((one) => one.endsWith(".read"));

/** Staff roles: sets of permissions, which can be combined. */
export const ROLES = {
  owner: { name: "站长", text: "一切权限；只有站长能管理工作人员、协议与系统", permissions },
  editor: {
    name: "内容编辑",
    text: "公告、活动、案例、表单、站点位置与文案、分类与标签",
    permissions: [
      "announcement.manage",
      "activity.manage",
      "case.manage",
      "form.manage",
      "submission.read",
      "submission.manage",
      "site.manage",
      "text.manage",
      "taxonomy.manage",
      "content.read",
      "content.edit",
      "content.place",
      "message.draft",
      "figures.read",
    ],
  },
  moderator: {
    name: "审核员",
    text: "审核、申诉、举报、移除与恢复内容、禁言",
    permissions: [
      "review.read",
      "review.decide",
      "appeal.read",
      "appeal.decide",
      "report.read",
      "report.decide",
      "rule.manage",
      "content.read",
      "content.hide",
      "content.edit",
      "content.merge",
      "user.read",
      "user.mute",
      "word.test",
    ],
  },
  "zhiku-editor": {
    name: "知库编辑",
    text: "知库的目录、文档与图片，审核职业信息",
    permissions: ["zhiku.read", "category.manage", "document.manage", "profile.review", "right.read"],
  },
  finance: {
    name: "财务",
    text: "价格、订单、退款、兑换码、权益与对账",
    permissions: [
      "offer.manage",
      "order.read",
      "order.query",
      "order.refund",
      "code.read",
      "code.manage",
      "right.read",
      "right.grant",
      "finance.export",
      "figures.read",
      "figures.money",
    ],
  },
  support: {
    name: "客服",
    text: "查用户（手机号打码）、订单与权益，结束登录",
    permissions: ["user.read", "order.read", "order.query", "right.read", "session.end"],
  },
  auditor: {
    name: "审计",
    text: "只看：全部内容、订单、权益、数据与操作日志",
    permissions: [...READS, "figures.money"],
  },
} as const satisfies Record<string, { name: string; text: string; permissions: readonly Permission[] }>;

export type Role = keyof typeof ROLES;
/** Every role, highest first. */
export const roles = Object.keys(ROLES) as [Role, ...Role[]];

/** Permissions of every role: to enter the console, to see what is pending, and to replace one's own second factor. */
const EVERYBODYS: readonly Permission[] = ["console.enter", "console.read", "factor.replace"];

/** All permissions of these roles together. */
export function permissionsOf(held: readonly Role[]): ReadonlySet<Permission> {
  if (held.length === 0) return new Set();
  return new Set<Permission>([...EVERYBODYS, ...held.flatMap((role) => ROLES[role].permissions)]);
}
