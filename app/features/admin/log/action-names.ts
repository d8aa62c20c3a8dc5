import type { AuditAction, AuditKind } from "#app/contract/admin/system/audit-actions";
import { JOBS, type JobKind } from "#app/contract/admin/system/job-kinds";
import { AGREEMENTS, type AgreementKey } from "#app/contract/people/agreements";
import { SITE_TEXTS, type SiteTextKey } from "#app/contract/site/site-texts";

const NOUNS: Record<AuditKind, string> = {
  staff: "工作人员",
  user: "用户",
  announcement: "公告",
  draft: "草稿",
  review: "送审内容",
  appeal: "申诉",
  "review-rule": "审核规则",
  "house-rule": "社区规则",
  word: "敏感词",
  "search-synonym": "搜索同义词",
  question: "问题",
  answer: "回答",
  article: "文章",
  case: "案例",
  comment: "评论",
  site: "站点",
  order: "订单",
  "refund-limit": "退款限额",
  reconcile: "一天的账",
  message: "系统消息",
  text: "文案",
  activity: "活动",
  form: "表单",
  submission: "答卷",
  agreement: "协议",
  classification: "分类",
  tag: "标签",
  "zhiku-category": "知库分类",
  "zhiku-rights-text": "权益说明",
  "zhiku-hero": "知库首页图片",
  code: "兑换码",
  "zhiku-content": "知库资料",
  right: "权益",
  offer: "商品",
  profile: "职业信息",
  start: "开站清单",
  pin: "置顶",
  job: "任务",
  limit: "限额",
  session: "登录",
  handover: "认领链接",
  "read-only": "全站",
  audit: "操作日志",
};

const VERBS: Record<AuditAction, string> = {
  "staff.grant": "授予角色",
  "staff.revoke": "收回角色",
  "staff.password": "给了新密码",
  "staff.factor": "去掉了第二步验证",
  "user.mute": "禁言了用户",
  "user.read-only": "把用户设为只读",
  "user.ban": "封禁了用户",
  "user.purge": "清除了垃圾账号",
  "user.merge": "合并了两个人",
  "handover.make": "给了作者认领链接",
  "handover.revoke": "作废了认领链接",
  "handover.take": "认领了导入的作者",
  "user.lift": "解除了对用户的处罚",
  "user.reveal": "看了用户的完整手机号",
  "session.end": "结束了用户的登录",
  "word.put": "添加或修改了敏感词",
  "word.remove": "删除了敏感词",
  "word.import": "导入了敏感词",
  "review-rule.put": "修改了审核规则",
  "house-rule.put": "修改了社区规则",
  "order.query": "向微信支付核实了",
  "order.refund": "申请了退款",
  "order.refund.approve": "批准了退款",
  "order.refund.withdraw": "撤回了退款申请",
  "order.refund.reject": "驳回了退款申请",
  "refund-limit.put": "改了",
  "order.export": "导出了订单",
  "reconcile.run": "与微信支付核对了",
  "draft.add": "写了",
  "draft.put": "修改了",
  "draft.remove": "删除了",
  "draft.publish": "发布了",
  "announcement.add": "发布了公告",
  "announcement.put": "修改了公告",
  "announcement.remove": "撤下了公告",
  "announcement.restore": "恢复了公告",
  "message.add": "写了",
  "message.put": "修改了",
  "message.remove": "删除了草稿",
  "message.send": "发出了",
  "message.withdraw": "撤回了",
  "appeal.grant": "认为申诉成立，撤销了原来的处理",
  "appeal.keep": "复核了申诉，维持了原来的处理",
  "review.approve": "通过了送审内容",
  "review.refuse": "退回了送审内容",
  "report.keep": "认为举报不成立，保留了",
  "report.remove": "认为举报成立，移除了",
  "report.handled": "认为举报成立，已另行处理",
  "content.remove": "移除了",
  "content.restore": "恢复了",
  "question.merge": "合并了问题",
  "content.revert": "恢复了较早版本的",
  "content.rewrite": "修改了",
  "content.place": "改了置顶或精华",
  "pin.order": "排列了置顶",
  "site.put": "修改了站点设置",
  "text.put": "修改了文案",
  "activity.add": "发布了活动",
  "activity.put": "修改了活动",
  "activity.remove": "撤下了活动",
  "activity.restore": "恢复了活动",
  "case.add": "发布了案例",
  "case.put": "修改了案例",
  "case.remove": "撤下了案例",
  "case.restore": "恢复了案例",
  "form.add": "新建了表单",
  "form.put": "修改了表单",
  "form.remove": "撤下了表单",
  "form.restore": "恢复了表单",
  "submission.put": "处理了答卷",
  "submission.remove": "删除了答卷",
  "submission.export": "导出了答卷",
  "audit.export": "导出了操作日志",
  "agreement.publish": "发布了协议",
  "agreement.withdraw": "撤回了协议",
  "agreement.export": "导出了谁同意过的名单",
  "tag.rename": "给标签改了名",
  "tag.merge": "合并了标签",
  "tag.hide": "隐藏了标签",
  "tag.show": "重新显示了标签",
  "search-synonym.put": "修改了搜索同义词",
  "tag.add-synonym": "给标签加了同义词",
  "tag.remove-synonym": "去掉了标签的同义词",
  "classification.add": "新建了分类",
  "classification.put": "给分类改了名",
  "classification.order": "排列了分类",
  "classification.hide": "隐藏了分类",
  "classification.show": "重新显示了分类",
  "classification.move": "把分类里的内容移到了另一个",
  "classification.remove": "删除了分类",
  "zhiku-category.add": "新建了知库分类",
  "zhiku-category.put": "修改了知库分类",
  "zhiku-category.order": "排列了知库分类",
  "zhiku-category.hide": "隐藏了知库分类",
  "zhiku-category.show": "重新显示了知库分类",
  "zhiku-category.remove": "删除了知库分类",
  "zhiku-rights-text.put": "修改了权益说明",
  "zhiku-hero.put": "修改了知库首页图片",
  "profile.approve": "通过了职业信息",
  "profile.reject": "退回了职业信息",
  "right.grant": "发放了权益",
  "right.revoke": "收回了权益",
  "right.import": "导入了权益",
  "code.add": "生成了一批兑换码",
  "code.void": "作废了兑换码",
  "code.restore": "恢复了作废的兑换码",
  "offer.add": "新建了商品",
  "offer.put": "修改了商品",
  "offer.order": "排列了商品",
  "offer.remove": "删除了商品",
  "zhiku-content.add": "新建了知库资料",
  "zhiku-content.put": "修改了知库资料",
  "zhiku-content.publish": "发布了知库资料",
  "zhiku-content.show": "重新显示了知库资料",
  "zhiku-content.hide": "隐藏了知库资料",
  "zhiku-content.remove": "删除了知库资料",
  "zhiku-content.restore": "恢复了知库资料",
  "start.try": "试了一次",
  "job.start": "开始了",
  "limit.put": "修改了限额",
  "read-only.on": "让全站只能浏览",
  "read-only.off": "让全站重新可以写",
};

/** Label of an action or a kind; itself, if only old entries have it. */
const labelIn = (labels: Readonly<Record<string, string>>, name: string): string =>
  (Object.hasOwn(labels, name) && labels[name]) || name;

/** Label of a log action: 修改了公告; of one that undid another: 撤销：修改了公告. */
export function actionName(action: string): string {
  if (action.endsWith(".undo")) return `撤销：${actionName(action.slice(0, -".undo".length))}`;
  return labelIn(VERBS, action);
}

/** Phrase for an action and its target, without the actor: 修改了公告 #19; 开始了任务“核对文件”. */
export function describeAction({ action, kind, target }: { action: string; kind: string; target: string }): string {
  const done = actionName(action);
  const noun = kindName(kind);
  return `${done}${done.includes(noun) ? "" : ` ${noun}`}${thingOf(kind, target)}`;
}

/** Site settings by key, with the titles of their pages. */
const SITE_PARTS: Record<string, string> = {
  logo: "名称与标志",
  navigation: "导航",
  parts: "栏目",
  footer: "页脚",
  verification: "站点验证",
  banner: "首页横幅",
  poster: "侧栏海报",
  author: "推荐作者",
};
/** Kinds with a single item. */
const SINGLE: readonly string[] = [
  "limit",
  "review-rule",
  "house-rule",
  "search-synonym",
  "refund-limit",
  "zhiku-hero",
  "audit",
  "read-only",
];

/** Phrase for an item of a kind. */
function thingOf(kind: string, target: string): string {
  if (SINGLE.includes(kind)) return "";
  if (/^\d+$/.test(target)) return ` #${target}`;
  const [key = "", version] = target.split("/");
  const name = nameOf(kind, key);
  if (name) return `“${name}”${version ? `第 ${version} 版` : ""}`;
  return /^\d+ /.test(target) ? ` ${target}` : `“${target}”`;
}

function nameOf(kind: string, key: string): string | undefined {
  if (kind === "job") return JOBS[key as JobKind]?.name;
  if (kind === "text") return SITE_TEXTS[key as SiteTextKey]?.name;
  if (kind === "agreement") return AGREEMENTS[key as AgreementKey]?.name;
  if (kind === "site") return SITE_PARTS[key];
  return undefined;
}

/** Name of an actor: a person, the command line, or a scheduled job. */
export const actorName = ({ actor, via }: { actor: { nickname: string } | null; via: string }): string =>
  actor?.nickname ?? (via === "schedule" ? "到时自动" : "命令行");

/** Label of a kind of logged item. */
export const kindName = (kind: string): string => labelIn(NOUNS, kind);

/** Kinds that occur in the log, with their labels. */
export const LOGGED_KINDS: readonly (readonly [kind: string, name: string])[] = Object.entries(NOUNS);
