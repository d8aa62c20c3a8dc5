import type { Waiting } from "#app/contract/admin/system/console";
import type { Part } from "#app/contract/parts";
import type { Permission } from "#app/contract/permissions";
import { adminPaths } from "#app/features/admin/admin-paths";

/** Entry of the console's menu; hidden from staff without its permission. */
export type MenuEntry = {
  label: string;
  to: string;
  icon: string;
  permission: Permission;
  /** Path prefix of the pages that belong to the entry; `to` by default. */
  below?: string;
  /** Pending work behind the entry, counted beside it. */
  waits?: Waiting;
  /** Part of the site that the entry is about; hidden while the part is switched off. */
  part?: Part;
};

/** A group of the console's menu; `part` is that of all its entries. */
type MenuGroup = { title: string; part?: Part; entries: readonly MenuEntry[] };

/** Entries of a group for a viewer with these permissions, on a site that has the parts for which `has` is true. */
export const entriesFor = (
  { entries, part: all }: MenuGroup,
  permissions: readonly Permission[],
  has: (part: Part) => boolean,
): readonly MenuEntry[] =>
  entries.filter(({ permission, part = all }) => permissions.includes(permission) && (!part || has(part)));

/** Whether a page is that of an entry, or below it. */
export const isAt = (pathname: string, { to, below = to }: MenuEntry): boolean =>
  pathname === below || (below !== adminPaths.home() && pathname.startsWith(`${below}/`));

/**
 * Title of a page's tab: the menu's entry that it belongs to, and the number of what it shows, so that several open tabs
 * differ.
 */
export function titleOf(pathname: string): string {
  const entries = ADMIN_MENU.flatMap((group) => group.entries).filter((entry) => isAt(pathname, entry));
  const [entry] = entries.sort((a, b) => b.to.length - a.to.length);
  const [number] = /\d+/.exec(pathname) ?? [];
  return [entry?.label, number && `#${number}`].filter(Boolean).join(" ");
}

/** The console's menu, group by group. */
export const ADMIN_MENU: readonly MenuGroup[] = [
  {
    title: "",
    entries: [
      { label: "工作台", to: adminPaths.home(), icon: "home", permission: "console.read" },
      { label: "数据", to: adminPaths.figures(), icon: "sort", permission: "figures.read" },
    ],
  },
  {
    title: "审核",
    entries: [
      { label: "待审核", to: adminPaths.reviews(), icon: "check-circle", permission: "review.read", waits: "review" },
      { label: "申诉", to: adminPaths.appeals(), icon: "comment", permission: "appeal.read", waits: "appeal" },
      { label: "审核规则", to: adminPaths.reviewRules(), icon: "filter", permission: "rule.manage" },
      { label: "社区规则", to: adminPaths.houseRules(), icon: "list-ordered", permission: "rule.manage" },
      { label: "举报", to: adminPaths.reports(), icon: "flag", permission: "report.read", waits: "report" },
      { label: "敏感词", to: adminPaths.words(), icon: "tag", permission: "word.test" },
    ],
  },
  {
    title: "社区",
    entries: [{ label: "用户", to: adminPaths.users(), icon: "users", permission: "user.read" }],
  },
  {
    title: "内容",
    entries: [
      {
        label: "全部内容",
        to: adminPaths.contents("question"),
        below: adminPaths.allContent(),
        icon: "list",
        permission: "content.read",
      },
      { label: "置顶与精华", to: adminPaths.placings(), icon: "star", permission: "content.place" },
      {
        label: "公告",
        to: adminPaths.editedList("announcement"),
        icon: "announcement",
        permission: "announcement.manage",
        waits: "announcement",
        part: "announcement",
      },
      {
        label: "活动",
        to: adminPaths.editedList("activity"),
        icon: "activity",
        permission: "activity.manage",
        waits: "activity",
        part: "activity",
      },
      {
        label: "案例",
        to: adminPaths.editedList("case"),
        icon: "case",
        permission: "case.manage",
        waits: "case",
        part: "case",
      },
      { label: "表单", to: adminPaths.forms(), icon: "list-ordered", permission: "submission.read", part: "form" },
      { label: "系统消息", to: adminPaths.messages(), icon: "bell", permission: "message.draft" },
    ],
  },
  {
    title: "站点",
    entries: [
      { label: "名称与位置", to: adminPaths.site(), icon: "settings", permission: "site.manage" },
      { label: "分类与标签", to: adminPaths.taxonomy(), icon: "tag", permission: "taxonomy.manage" },
      { label: "搜索同义词", to: adminPaths.searchSynonyms(), icon: "search", permission: "taxonomy.manage" },
      { label: "文案", to: adminPaths.texts(), icon: "edit", permission: "text.manage" },
      { label: "协议", to: adminPaths.agreements(), icon: "article", permission: "agreement.read" },
    ],
  },
  {
    title: "知库",
    part: "zhiku",
    entries: [
      { label: "分类", to: adminPaths.zhikuCategories(), icon: "menu", permission: "zhiku.read" },
      { label: "资料", to: adminPaths.zhikuContents(), icon: "article", permission: "zhiku.read" },
      { label: "商品", to: adminPaths.offers(), icon: "table", permission: "offer.manage" },
      { label: "订单", to: adminPaths.orders(), icon: "list", permission: "order.read", waits: "refund" },
      { label: "职业信息", to: adminPaths.profiles(), icon: "users", permission: "profile.review", waits: "profile" },
      { label: "权益", to: adminPaths.rights(), icon: "check-circle", permission: "right.read" },
      { label: "兑换码", to: adminPaths.codes(), icon: "tag", permission: "code.read" },
      { label: "对账", to: adminPaths.reconcile(), icon: "check-circle", permission: "order.read" },
    ],
  },
  {
    title: "系统",
    entries: [
      { label: "开站与合规", to: adminPaths.start(), icon: "flag", permission: "system.manage" },
      { label: "系统与任务", to: adminPaths.system(), icon: "settings", permission: "system.manage" },
      { label: "限额", to: adminPaths.limits(), icon: "filter", permission: "system.manage" },
      { label: "操作日志", to: adminPaths.log(), icon: "clock", permission: "audit.read" },
      { label: "工作人员", to: adminPaths.staff(), icon: "shield", permission: "staff.manage" },
      { label: "第二步验证", to: adminPaths.factor(), icon: "key", permission: "factor.replace" },
    ],
  },
];
