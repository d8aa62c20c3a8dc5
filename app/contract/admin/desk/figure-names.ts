import { bucketKeys, type Histogram } from "#app/contract/site/histograms";

/** Number per day; days can be added up. */
type Flow = { kind: "flow"; unit: "count" | "fen" };
/** Current amount, as last measured on a day. */
type State = { kind: "state"; unit: "count" | "bytes" };
/** Share of the flows `of` in the flows `among`, minus `less`. */
type Share = {
  kind: "share";
  unit: "share";
  of: readonly string[];
  among: readonly string[];
  less: readonly string[];
};
/** Quantile of durations, from histogram counts. */
type Quantile = { kind: "quantile"; unit: "milliseconds" | "seconds"; histogram: Histogram; part: number };

/** A figure of the console. `money` requires a separate permission. */
export type Figure = { name: string; money?: true } & (Flow | State | Share | Quantile);

const flow = (name: string): Figure => ({ name, kind: "flow", unit: "count" });
const state = (name: string, unit: "count" | "bytes" = "count"): Figure => ({ name, kind: "state", unit });
const money = (name: string): Figure => ({ name, kind: "flow", unit: "fen", money: true });
const share = (
  name: string,
  of: readonly string[],
  among: readonly string[],
  less: readonly string[] = [],
): Figure => ({
  name,
  kind: "share",
  unit: "share",
  of,
  among,
  less,
});
const quantile = (name: string, histogram: Histogram, part: number): Figure => ({
  name,
  kind: "quantile",
  unit: histogram === "page.time" ? "milliseconds" : "seconds",
  histogram,
  part,
});

const POSTS = ["post.question", "post.answer", "post.article", "post.comment"] as const;

/** All figures by key, in the console's groups. docs/operations.md defines what each counts. */
export const FIGURE_GROUPS = {
  members: {
    name: "用户",
    figures: {
      "member.new": flow("新用户"),
      "member.day": state("当日活跃"),
      "member.week": state("七日活跃"),
      "member.month": state("三十日活跃"),
    },
  },
  traffic: {
    name: "访问",
    figures: {
      "visit.anonymous": flow("访客看的页面"),
      "visit.member": flow("会员看的页面"),
      "visit.bot": flow("爬虫取的页面"),
      "page.cached": share("页面缓存命中", ["page.kept"], ["page.read"]),
      "page.p95": quantile("现做页面 95% 用时", "page.time", 0.95),
      "page.failed": flow("出错的页面（5xx）"),
      "pressure.seconds": flow("忙不过来的秒数"),
      "pressure.put-off": flow("忙时请访客等候"),
      "pressure.paid": flow("访客做了计算"),
    },
  },
  content: {
    name: "内容",
    figures: {
      "post.question": flow("问题"),
      "post.answer": flow("回答"),
      "post.article": flow("文章"),
      "post.comment": flow("评论"),
      "question.unanswered": state("48 小时无回答"),
      "answer.median": quantile("首个回答的中位用时", "answer.time", 0.5),
    },
  },
  reactions: {
    name: "互动",
    figures: { "reaction.like": flow("喜欢"), "reaction.vote": flow("投票"), "reaction.favorite": flow("收藏") },
  },
  moderation: {
    name: "审核",
    figures: {
      "review.held": flow("送审"),
      "review.share": share("新内容送审比例", ["review.new"], [...POSTS, "review.new"], ["review.published"]),
      "review.decided": flow("审结"),
      "review.waiting": state("待审核"),
      "review.p50": quantile("审核中位用时", "review.time", 0.5),
      "review.p90": quantile("审核 90% 用时", "review.time", 0.9),
      "report.new": flow("举报"),
      "report.open": state("未处理的举报"),
      "report.upheld-share": share("举报成立", ["report.upheld"], ["report.upheld", "report.dismissed"]),
      "report.p50": quantile("举报处理中位用时", "report.time", 0.5),
      "report.p90": quantile("举报处理 90% 用时", "report.time", 0.9),
      "appeal.new": flow("申诉"),
      "appeal.granted-share": share("申诉成立", ["appeal.granted"], ["appeal.granted", "appeal.kept"]),
    },
  },
  logins: {
    name: "登录、短信、邮件与微信消息",
    figures: {
      "login.sms": flow("验证码登录"),
      "login.password": flow("密码登录"),
      "login.weixin": flow("微信登录"),
      "login.passkey": flow("通行密钥登录"),
      "login.failed": flow("登录失败"),
      "sms.sent": flow("短信"),
      "sms.failed": flow("短信失败"),
      "mail.sent": flow("邮件"),
      "mail.failed": flow("邮件失败"),
      "mail.bounced": flow("邮件退回"),
      "wechat.sent": flow("微信消息"),
      "wechat.failed": flow("微信消息失败"),
    },
  },
  search: {
    name: "搜索",
    figures: {
      "search.all": flow("搜索"),
      "search.missed": flow("没有结果"),
      "search.missed-share": share("没有结果的比例", ["search.missed"], ["search.all"]),
    },
  },
  zhiku: {
    name: "知库",
    figures: {
      "zhiku.wall": flow("看到付费墙"),
      "zhiku.rights": flow("打开权益页"),
      "order.new": flow("下单"),
      "order.paid": flow("支付"),
      "order.read": flow("付费后首次阅读"),
      "order.refunded": flow("退款"),
      "money.revenue": money("收入"),
      "money.refunded": money("退款金额"),
      "right.running": state("有效权益"),
      "right.ending": state("30 天内到期"),
      "zhiku.read": flow("打开文档"),
      "zhiku.download": flow("下载"),
    },
  },
  size: {
    name: "容量与任务",
    figures: {
      "size.objects": state("文件", "bytes"),
      "size.database": state("数据库", "bytes"),
      "queue.due": state("到点未办的任务"),
      "backup.age": state("距上次备份的小时数"),
    },
  },
} as const satisfies Record<string, { name: string; figures: Record<string, Figure> }>;

/** Steps of a reader to paid content, in order. */
export const FUNNEL = ["zhiku.wall", "zhiku.rights", "order.new", "order.paid", "order.read"] as const;

type Groups = typeof FIGURE_GROUPS;
/** Key of a figure: `post.answer`. */
export type FigureKey = { [G in keyof Groups]: keyof Groups[G]["figures"] }[keyof Groups];

/** All figures by key, without groups. */
export const FIGURES = Object.assign({}, ...Object.values(FIGURE_GROUPS).map(({ figures }) => figures)) as Readonly<
  Record<FigureKey, Figure>
>;
/** All keys, in the console's order. */
export const figureKeys = Object.keys(FIGURES) as [FigureKey, ...FigureKey[]];

/** Keys of the daily values from which a figure is computed. */
export function storedKeysOf(key: FigureKey): readonly string[] {
  const figure = FIGURES[key];
  if (figure.kind === "share") return [...figure.of, ...figure.among, ...figure.less];
  return figure.kind === "quantile" ? bucketKeys(figure.histogram) : [key];
}
