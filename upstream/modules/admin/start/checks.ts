import { statfs } from "node:fs/promises";
import { resolve } from "node:path";
import { sql } from "kysely";
import type { StartCheck } from "#app/contract/admin/system/start";
import type { HealthCheck } from "#app/contract/admin/system/system";
import { KINDS, kindsWith } from "#app/contract/kinds";
import { PART_NAMES, PARTS } from "#app/contract/parts";
import { AGREEMENTS, JOINING } from "#app/contract/people/agreements";
import { formatBytes } from "#runtime/format-bytes";
import { DAY } from "#runtime/time-units";
import { isoAgo, type Services } from "#upstream/call/context";
import type { Db } from "#upstream/db/dialect";
import { agreementStates } from "#upstream/modules/admin/agreement/queries";
import { checkBackup } from "#upstream/modules/admin/system/check-backup";
import { checkClock } from "#upstream/modules/admin/system/check-clock";
import { findSettings, type Setting, type StoredSetting } from "#upstream/modules/config/settings";
import { type DoneJob, lastDoneOf } from "#upstream/modules/job/queue";
import { hasChinese } from "#upstream/modules/share-card/card-glyphs";
import { chinaTime } from "#upstream/text/china-time";
import { wechatProblems } from "./wechat-problems";

/** Bytes of free disk space below which the check is open. */
const FREE_MIN = 1024 ** 3;
/** Milliseconds after which an open report is late. */
const REPORT_LATE = 3 * DAY;
/** Milliseconds before now from which published texts and their AI labels are counted. */
const LABELS_OF = 30 * DAY;
/** Milliseconds after the last verification of the backups from which the check is open. */
const DRILL_OLD = 90 * DAY;
/** Paths of the shipped word lists, relative to the project's root. */
const SAMPLES = ["upstream/demo/words.txt", "upstream/services/moderation/words.txt"].map((file) => resolve(file));

type Found = Omit<StartCheck, "key">;
const done = (detail: string): Found => ({ state: "done", detail });
const open = (detail: string): Found => ({ state: "open", detail });
const outside = (detail: string): Found => ({ state: "outside", detail });

/**
 * Progress of the site's set-up, in the order in which it is set up.
 * @param counted whether to count members and texts, which takes seconds on a large site; else the details of checks
 * that are not open have zeros
 */
export async function startChecks(services: Services, { counted }: { counted: boolean }): Promise<StartCheck[]> {
  const { db, clock } = services;
  const [settings, agreements, counts, machine] = await Promise.all([
    findSettings(db, ["logo", "footer", "parts", "review-rules"]),
    agreementStates(db, JOINING, { counted }),
    countForStart(db, counted ? isoAgo({ clock }, LABELS_OF) : null),
    machineChecks(services),
  ]);
  const facts = { settings, agreements, counts };
  const found = [siteChecks(services, facts), contentChecks(facts), machine, lawChecks(services, facts)];
  return found.flatMap((group) =>
    Object.entries(group).map(([key, one]) => ({ key: key as StartCheck["key"], ...one })),
  );
}

/** Data read once for all checks. */
type Facts = {
  settings: { [Key in "logo" | "footer" | "parts" | "review-rules"]: StoredSetting<Key> };
  agreements: Awaited<ReturnType<typeof agreementStates>>;
  counts: Awaited<ReturnType<typeof countForStart>>;
};

function siteChecks(
  { sms, wechat, officialAccount, mail, pay, config }: Services,
  { settings: { logo, footer, parts }, agreements }: Facts,
): Record<string, Found> {
  const missing = agreements.filter(({ versions }) => !versions.some(({ state }) => state === "current"));
  return {
    name: logo.isSet ? done(`站名是“${logo.value.name}”`) : open("还叫“社区”，请起个名字，放上标志"),
    agreements: missing.length
      ? open(`还没有发布：${missing.map(({ name }) => name).join("、")}`)
      : done(agreements.map(({ key, versions }) => `${AGREEMENTS[key].name}有 ${versions.length} 版`).join("，")),
    filing: filingOf(footer.value),
    parts: partsOf(parts),
    sms: sms
      ? done("已配置，可以发一条给自己试试")
      : open("没有配置 SMS_PROVIDER 和它的密钥：没有人能注册，也不能验证手机号"),
    wechat: wechat ? wechatSettings(config) : outside("没有配置 WECHAT_APP_ID、WECHAT_APP_SECRET：登录页不提供微信"),
    account: officialAccount
      ? done(officialAccount.messages ? "已配置，通知也发到微信" : "已配置；没有 WECHAT_MP_TEMPLATE，通知不发到微信")
      : outside("没有配置 WECHAT_MP_APP_ID：微信里不能支付，分享没有标题与图"),
    mail: mail ? done("已配置") : outside("没有配置 SMTP_URL：通知只在站内，没有每周一信"),
    pay: pay ? done("已配置") : outside("没有配置微信支付：知库只能用兑换码"),
  };
}

/** Checks the settings of the WeChat login; only an actual scan proves that they work. */
function wechatSettings(config: Services["config"]): Found {
  const wrong = wechatProblems(config);
  return wrong.length > 0 ? open(wrong.join("；")) : done("已配置，请在登录页扫一次码");
}

/** Checks whether staff have chosen the parts of the site. */
function partsOf({ value: { off }, isSet }: StoredSetting<"parts">): Found {
  const here = PART_NAMES.filter((part) => !off.includes(part)).map((part) => PARTS[part]);
  const all = ["问答", ...here].join("、");
  return isSet ? done(`开着：${all}`) : open(`${all}都开着：请定下要哪些，不要的关掉`);
}

function filingOf({ icp, police }: { icp: string; police: string }): Found {
  if (!icp) return open("页脚里还没有 ICP 备案号");
  return police ? done(`${icp}，${police}`) : open(`${icp}；还没有公安备案号（开通后三十日内要备案）`);
}

function contentChecks({ counts: { classifications, articles } }: Facts): Record<string, Found> {
  return {
    classifications: classifications > 0 ? done(`有 ${classifications} 个分类`) : open("文章还没有分类"),
    content:
      articles > 0
        ? done(`有 ${articles} 篇文章`)
        : outside("可以从空站开始，也可以在服务器上运行 npm run import 导入"),
  };
}

async function machineChecks(services: Services): Promise<Record<string, Found>> {
  const { publicOrigin, objects, dataDir } = services.config;
  const { backup: saved = null, "verify-backup": verified } = await lastDoneOf(services.db, [
    "backup",
    "verify-backup",
  ]);
  const [free, fonts, clock, backup] = await Promise.all([
    freeBytes(dataDir),
    hasChinese(),
    checkClock(services),
    checkBackup(services, saved),
  ]);
  return {
    https: publicOrigin.startsWith("https://")
      ? done(publicOrigin)
      : open(`PUBLIC_ORIGIN 是 ${publicOrigin}：没有 https，登录会被旁人看见`),
    disk:
      free < FREE_MIN ? open(`数据所在的盘只剩 ${formatBytes(free)}`) : done(`数据所在的盘还有 ${formatBytes(free)}`),
    objects: outside(`文件放在${objects.kind === "local" ? "本机的 DATA_DIR" : "对象存储"}；写一个文件再读回来才算数`),
    fonts: fonts
      ? done("有中文字体，分享出去的卡片上有标题")
      : open("没有中文字体，分享出去的卡片上没有标题：请在服务器上安装（Debian：fonts-wqy-microhei），再重启"),
    clock: asStep(clock),
    backup: asStep(backup),
    drill: drillStep(services, verified),
  };
}

/** Checks whether the backups were verified recently, and are intact. */
function drillStep({ clock }: Services, last: DoneJob | undefined): Found {
  const how = "在“系统与任务”里开始“验证备份”，并照操作手册在另一台机器上恢复一次";
  if (!last) return open(`还没有验证过备份，读得出来的才算备份：请${how}`);
  const day = chinaTime(new Date(last.endedAt)).slice(0, 10);
  const { problems } = last.result;
  if (problems.length > 0) return open(`${day} 验证的备份不完好：${problems[0]}。请再备份一次，再验证`);
  const isOld = clock().getTime() - Date.parse(last.endedAt) > DRILL_OLD;
  return isOld ? open(`上一次验证备份是 ${day}，已经超过九十天：请${how}`) : done(`${day} 验证过最近的备份，完好`);
}

const asStep = ({ state, detail, todo }: Omit<HealthCheck, "key">): Found =>
  state === "ok" ? done(detail) : open(`${detail}。${todo}`);

function lawChecks(
  { clock, words, config, officialAccount }: Services,
  { settings, agreements, counts: { oldestReport, listed, written, labelled } }: Facts,
): Record<string, Found> {
  const terms = agreements.find(({ key }) => key === "terms");
  const late = oldestReport !== null && clock().getTime() - Date.parse(oldestReport) > REPORT_LATE;
  const own = !SAMPLES.includes(resolve(config.sensitiveWordsFile));
  return {
    words:
      listed || (own && !words.isEmpty())
        ? done(listed ? "后台里有自己的敏感词" : "用的是自己的敏感词表")
        : open("还没有自己的敏感词：请在后台添加或导入，或在 SENSITIVE_WORDS_FILE 里指定"),
    review: reviewOf(settings["review-rules"].value),
    "ai-labels": done(
      `最近 30 天发布的 ${written} 份问题、回答和文章里，${labelled} 份由作者标明含 AI 生成内容，随处可见`,
    ),
    phone: done("发布前必须验证手机号"),
    reports: late ? open("有举报三天还没有处理") : done("没有拖过三天的举报"),
    consents: terms?.versions.length
      ? done(`${terms.members} 位成员里，${terms.agreed} 位同意了现行的用户协议`)
      : open("还没有用户协议可以同意"),
    "network-log": outside(
      "《网络安全法》要求网络日志留存不少于六个月。登录的网络地址随登录保存，最长 90 天，退出就没有了，不能代替它：请在反向代理里记访问日志，并留足六个月",
    ),
    "ip-region": outside(
      "《互联网用户账号信息管理规定》要求在账号信息页展示 IP 属地。本站还不展示：它要一份常更新的离线地址库，本站没有带，也不把成员的地址发给别的服务。开站前请确认怎样满足",
    ),
    "foreign-hosts": done(
      `页面的脚本、样式和图片只从本站${config.objects.kind === "s3" ? "和自己的对象存储" : ""}加载，浏览器按内容安全策略拒绝别处${officialAccount ? "；在微信里另从 res.wx.qq.com 取分享组件" : ""}`,
    ),
    closing: done("成员可以自己导出数据、注销账号"),
  };
}

/** Checks for which kinds texts with sensitive words are reviewed before publication. */
function reviewOf(rules: Setting<"review-rules">): Found {
  const names = (on: boolean) =>
    kindsWith("reviewed")
      .filter((kind) => (rules[kind].words || rules[kind].all) === on)
      .map((kind) => KINDS[kind].name)
      .join("、");
  const unread = names(false);
  return unread ? open(`${unread}碰上要审核的敏感词也直接公开`) : done(`${names(true)}碰上要审核的敏感词先审核`);
}

const LABELLED = ["questions", "answers", "articles"] as const;

/**
 * Reads the numbers that the checks need; one statement.
 * @param since start of the period (ISO 8601) of the texts, and of those labelled as made with AI; null to count none
 */
async function countForStart(db: Db, since: string | null) {
  const labelled = LABELLED.map((table) =>
    since === null
      ? sql`select 0 as ai_generated where 1 = 0`
      : sql`select ai_generated from ${sql.table(table)} where deleted_at is null and created_at >= ${since}`,
  );
  const { rows } = await sql<{
    classifications: number | string;
    articles: number | string;
    oldest: string | null;
    listed: number | string;
    written: number | string;
    labelled: number | string;
  }>`select (select count(*) from classifications) as classifications,
      coalesce((select total from list_totals where list = 'article'), 0) as articles,
      (select min(created_at) from reports where state = 'open') as oldest,
      (select count(*) from (select id from words limit 1) as one) as listed,
      count(*) as written, coalesce(sum(ai_generated), 0) as labelled
    from (${sql.join(labelled, sql` union all `)}) as texts`.execute(db);
  const [row] = rows;
  return {
    classifications: Number(row?.classifications ?? 0),
    articles: Number(row?.articles ?? 0),
    oldestReport: row?.oldest ?? null,
    listed: Number(row?.listed ?? 0) > 0,
    written: Number(row?.written ?? 0),
    labelled: Number(row?.labelled ?? 0),
  };
}

async function freeBytes(folder: string): Promise<number> {
  try {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  } catch {
    // The folder does not exist yet.
    return Number.POSITIVE_INFINITY;
  }
}
