import type { ParseArgsConfig } from "node:util";
import type { Options } from "./command";

type Given = Record<keyof Options, string>;

/** Help text of each option. */
const TEXTS: Given = {
  phone: "11 位手机号",
  nickname: "昵称",
  role: "角色",
  title: "标题或名称",
  tags: "标签，用逗号分开；空着是没有标签",
  class: "分类的编号，class list 列出它们；none 是不分类",
  ai: "on 标记含 AI 生成内容，off 去掉",
  text: "正文或说明",
  path: "站内地址，以 / 开头",
  ids: "编号，用逗号分开",
  reason: "原因，记入日志；写给本人的命令里本人会看到",
  id: "编号",
  page: "第几页，从 1 起",
  rule: "社区规则的短名，rule list 列出它们",
  note: "补充的说明",
  days: "天数",
  from: "第一天，如 2026-01-01",
  to: "最后一天，如 2026-01-31；搬家时是新的地方",
  step: "day、week 或 month",
  day: "哪一天，如 2026-01-31",
  offer: "商品编号，offer list 列出它们",
  price: "价格，元，最多两位小数",
  category: "知库分类的编号，或 all",
  type: "资料的类型",
  trial: "on 试读，off 要权益",
  sale: "on 上架，off 下架",
  count: "个数",
  out: "写进哪个文件；已经有的不会覆盖",
  until: "最后一天，如 2026-12-31",
  numbers: "序号，用逗号分开",
  slug: "短名，只有文字、数字、- 和 _",
  into: "并入谁、移到哪里，编号",
  seal: "试的那次给出的封条",
  file: "编号的文件，一行一个，// 之后是备注；退信是 .eml；- 是标准输入",
  add: "加上的标签，用逗号分开",
  drop: "去掉的标签，用逗号分开",
  confirm: "原样填写昵称，恢复备份时是域名",
};

/** Switches, and options of every command. */
const SWITCHES = {
  csv: "打印为 CSV",
  together: "连同这一次一起做的全部",
  incomplete: "备份里缺少个别文件也恢复，恢复后列出它们",
  "new-password": "给这个账号一个新密码，只显示一次；原来的密码与登录随即作废",
  "new-factor": "去掉这个账号的第二步验证与恢复码，登录都退出，下次进后台重新设置",
} as const;
const GENERAL: Record<string, string> = {
  as: "以哪位工作人员的名义，用户编号（默认第一位站长）",
  "dry-run": "只试不做：检查并打印结果，什么也不保存",
  json: "结果打印为 JSON",
  help: "这条命令的说明",
};

/** All options, in the format of `parseArgs`. */
export const OPTIONS: NonNullable<ParseArgsConfig["options"]> = Object.fromEntries([
  ...[...Object.keys(TEXTS), "as"].map((name) => [name, { type: "string" }]),
  ...[...Object.keys(SWITCHES), "dry-run", "json", "help"].map((name) => [name, { type: "boolean", default: false }]),
]);

/** A command as shown in its help. */
type Shown = { usage: string; text: string; example: string };

/** Names of a command's options, without those of every command. */
export const optionsOf = ({ usage }: Pick<Shown, "usage">): string[] =>
  [...new Set([...usage.matchAll(/--([a-z-]+)/g)].map(([, name = ""]) => name))].filter(
    (name) => !Object.hasOwn(GENERAL, name),
  );

/** An option in a usage, with its value. */
const USED_OPTION = /--[a-z-]+(?: (?:(?!\|--)[^\s\]])+)?\|?/g;

/** Number of words, besides options, that a command takes at most. */
export function wordsOf({ usage }: Pick<Shown, "usage">): number {
  const words = usage.replace(USED_OPTION, "");
  if (words.includes("…")) return Number.POSITIVE_INFINITY;
  const ways = words.split("，或").map((way) => way.split(/\s+/).filter((word) => /[^[\]|]/.test(word)));
  return Math.max(...ways.map(({ length }) => length));
}

/** Whether an option is available for every command. */
export const isGeneral = (name: string): boolean => Object.hasOwn(GENERAL, name);

/** Options whose field has another name. */
const OPTIONS_OF: Readonly<Record<string, readonly string[]>> = {
  expiresAt: ["until"],
  name: ["title"],
  description: ["text"],
  abstract: ["text"],
  categoryId: ["category"],
  parentId: ["into"],
  offerId: ["offer"],
  classificationId: ["class"],
  people: ["phone", "ids"],
  member: ["phone"],
  memberIds: ["ids"],
  userId: ["id"],
  userIds: ["id", "file"],
};
/** Arguments that are not options, by field. */
const WORDS: Readonly<Record<string, string>> = {
  orderNo: "订单号",
  kind: "种类",
  from: "前一个标签",
  to: "后一个标签",
};

/** Maps refused fields to a command's options and arguments as typed. */
export function namedByOptions(fields: Readonly<Record<string, string>>, command: Pick<Shown, "usage">): string {
  const taken = optionsOf(command);
  return Object.entries(fields)
    .map(([field, text]) => {
      const options = (OPTIONS_OF[field] ?? [field]).filter((name) => taken.includes(name));
      return `${options.map((name) => `--${name}`).join(" 或 ") || (WORDS[field] ?? field)}：${text}`;
    })
    .join("；");
}

const CODES = "退出码：0 完成，1 被拒绝或没做成，2 用法不对";
const lineOf = ([name, text]: readonly [string, string]): string => `  --${name.padEnd(10)} ${text}`;

const listOf = (commands: readonly (readonly [string, Shown])[]): string =>
  commands.map(([name, { usage, text }]) => `  ${[name, usage].filter(Boolean).join(" ")}\n      ${text}`).join("\n");

/** Message for an unknown command, with the commands that begin with the same word, if any. */
export function helpOfNone(typed: readonly string[], commands: Readonly<Record<string, Shown>>): string {
  const alike = Object.entries(commands).filter(([name]) => name.startsWith(`${typed[0]} `));
  const why = `没有这条命令：${typed.slice(0, 2).join(" ")}。`;
  if (alike.length === 0) return `${why}看全部命令：npm run admin -- --help`;
  return `${why}以 ${typed[0]} 开头的：\n\n${listOf(alike)}`;
}

/** Returns the help for all commands. */
export function helpOfAll(commands: Readonly<Record<string, Shown>>): string {
  return `用法：npm run admin -- 命令 [选项]
不用浏览器管理站点。改动都记入操作日志，写明来自命令行。一条命令的选项与例子：npm run admin -- 命令 --help

${listOf(Object.entries(commands))}

选项
${Object.entries(GENERAL).map(lineOf).join("\n")}
${CODES}`;
}

/** Returns the help for one command: arguments, options, an example. */
export function helpOf(name: string, command: Shown): string {
  const { usage, text, example } = command;
  const texts: Record<string, string> = { ...TEXTS, ...SWITCHES };
  const own = optionsOf(command).map((option) => [option, texts[option] ?? ""] as const);
  const typed = (rest: string) => ["npm run admin --", name, rest].filter(Boolean).join(" ");
  return `用法：${typed(usage)}
${text}

选项
${[...own, ...Object.entries(GENERAL)].map(lineOf).join("\n")}
例子：${typed(example)}
${CODES}`;
}
