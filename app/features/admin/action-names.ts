const NOUNS: Record<string, string> = {
  staff: "工作人员",
  user: "用户",
  announcement: "公告",
  review: "送审内容",
  "review-rule": "审核规则",
  question: "问题",
  answer: "回答",
  article: "文章",
  case: "案例",
  comment: "评论",
  site: "站点",
  order: "订单",
  "refund-limit": "退款限额",
  message: "系统消息",
  text: "文案",
  form: "表单",
  submission: "答卷",
};

const VERBS: Record<string, string> = {
  "staff.grant": "授予角色",
  "staff.revoke": "收回角色",
  "user.mute": "禁言了用户",
  "user.read-only": "把用户设为只读",
  "user.ban": "封禁了用户",
  "user.lift": "解除了对用户的处罚",
  "user.reveal": "看了用户的完整手机号",
  "session.end": "结束了用户的登录",
  "review-rule.put": "修改了审核规则",
  "order.query": "向微信支付核实了",
  "order.refund": "申请了退款",
  "order.refund.approve": "批准了退款",
  "order.refund.withdraw": "撤回了退款",
  "refund-limit.put": "改了",
  "announcement.add": "发布了公告",
  "announcement.put": "修改了公告",
  "announcement.remove": "撤下了公告",
  "announcement.restore": "恢复了公告",
  "message.add": "写了",
  "message.put": "修改了",
  "message.remove": "删除了草稿",
  "message.send": "发出了",
  "message.withdraw": "撤回了",
  "review.approve": "通过了送审内容",
  "review.refuse": "退回了送审内容",
  "report.keep": "认为举报不成立，保留了",
  "report.remove": "认为举报成立，移除了",
  "report.handled": "认为举报成立，已另行处理",
  "content.remove": "移除了",
  "content.restore": "恢复了",
  "site.put": "修改了站点设置",
  "text.put": "修改了文案",
  "form.add": "新建了表单",
  "form.put": "修改了表单",
  "form.remove": "撤下了表单",
  "form.restore": "恢复了表单",
  "submission.put": "处理了答卷",
  "submission.remove": "删除了答卷",
  "submission.export": "导出了答卷",
};

/** What an action of the log is called: 修改了公告; of one that took another back, 撤销：修改了公告. */
export function actionName(action: string): string {
  if (action.endsWith(".undo")) return `撤销：${actionName(action.slice(0, -".undo".length))}`;
  return VERBS[action] ?? action;
}

/** What a kind of thing is called. */
export const kindName = (kind: string): string => NOUNS[kind] ?? kind;
