/**
 * A figure. `flow`: so many on a day, which add up. `state`: how much there is, as the last look of a day has it. `money`
 * needs a permission of its own.
 */
type Figure = { name: string; kind: "flow" | "state"; unit: "count" | "fen" | "bytes"; money?: true };

const flow = (name: string): Figure => ({ name, kind: "flow", unit: "count" });
const state = (name: string, unit: Figure["unit"] = "count"): Figure => ({ name, kind: "state", unit });
const money = (name: string): Figure => ({ name, kind: "flow", unit: "fen", money: true });

/** Every figure by its key, in groups, as the console shows them. What each counts exactly is in docs/operations.md. */
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
  content: {
    name: "内容",
    figures: {
      "post.question": flow("问题"),
      "post.answer": flow("回答"),
      "post.article": flow("文章"),
      "post.comment": flow("评论"),
      "question.unanswered": state("48 小时无回答"),
    },
  },
  reactions: {
    name: "互动",
    figures: { "reaction.like": flow("喜欢"), "reaction.vote": flow("投票"), "reaction.favorite": flow("收藏") },
  },
  moderation: {
    name: "审核",
    figures: {
      "report.new": flow("举报"),
      "report.open": state("未处理的举报"),
      "review.held": flow("送审"),
      "review.decided": flow("审结"),
      "review.waiting": state("待审核"),
    },
  },
  logins: {
    name: "登录与短信",
    figures: {
      "login.sms": flow("验证码登录"),
      "login.password": flow("密码登录"),
      "login.weixin": flow("微信登录"),
      "login.failed": flow("登录失败"),
      "sms.sent": flow("短信"),
      "sms.failed": flow("短信失败"),
    },
  },
  search: { name: "搜索", figures: { "search.all": flow("搜索"), "search.missed": flow("没有结果") } },
  zhiku: {
    name: "知库",
    figures: {
      "zhiku.read": flow("打开文档"),
      "zhiku.download": flow("下载"),
      "right.running": state("有效权益"),
      "right.ending": state("30 天内到期"),
      "order.new": flow("下单"),
      "order.paid": flow("支付"),
      "order.refunded": flow("退款"),
      "money.revenue": money("收入"),
      "money.refunded": money("退款金额"),
    },
  },
  size: {
    name: "容量",
    figures: { "size.objects": state("文件", "bytes"), "size.database": state("数据库", "bytes") },
  },
} as const satisfies Record<string, { name: string; figures: Record<string, Figure> }>;

type Groups = typeof FIGURE_GROUPS;
/** Key of a figure: `post.answer`. */
export type FigureKey = { [G in keyof Groups]: keyof Groups[G]["figures"] }[keyof Groups];

/** Every figure by its key, without the groups. */
export const FIGURES = Object.assign({}, ...Object.values(FIGURE_GROUPS).map(({ figures }) => figures)) as Readonly<
  Record<FigureKey, Figure>
>;
/** Every key, in the console's order. */
export const figureKeys = Object.keys(FIGURES) as [FigureKey, ...FigureKey[]];
