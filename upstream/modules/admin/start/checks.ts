import { statfs } from "node:fs/promises";
import { resolve } from "node:path";
import type { StartCheck } from "#app/contract/admin/start";
import { AGREEMENTS, JOINING } from "#app/contract/agreements";
import { DAY } from "#runtime/time-units";
import type { Services } from "#upstream/call/context";
import type { Db } from "#upstream/db/dialect";
import { agreementStates } from "#upstream/modules/admin/agreement/queries";
import { findSetting } from "#upstream/modules/config/settings";

/** Bytes below which a disk is told of. */
const FREE_MIN = 1024 ** 3;
/** Milliseconds after which an open report is late. */
const REPORT_LATE = 3 * DAY;
/** The lists of words that come along, from the project's root. */
const SAMPLES = ["upstream/demo/words.txt", "upstream/services/moderation/words.txt"].map((file) => resolve(file));

type Found = Omit<StartCheck, "key">;
const done = (detail: string): Found => ({ state: "done", detail });
const open = (detail: string): Found => ({ state: "open", detail });
const outside = (detail: string): Found => ({ state: "outside", detail });

/** How far the site has come, in the order in which it is set up. */
export async function startChecks(services: Services): Promise<StartCheck[]> {
  const found = await Promise.all([
    siteChecks(services),
    contentChecks(services),
    machineChecks(services),
    lawChecks(services),
  ]);
  return found.flatMap((group) =>
    Object.entries(group).map(([key, one]) => ({ key: key as StartCheck["key"], ...one })),
  );
}

async function siteChecks({ db, sms, wechat, pay }: Services): Promise<Record<string, Found>> {
  const [logo, { value: footer }, agreements] = await Promise.all([
    findSetting(db, "logo"),
    findSetting(db, "footer"),
    agreementStates(db, JOINING),
  ]);
  const missing = agreements.filter(({ versions }) => !versions.some(({ state }) => state === "current"));
  return {
    name: logo.version > 0 ? done(`站名是“${logo.value.name}”`) : open("还叫“社区”，请起个名字，放上标志"),
    agreements: missing.length
      ? open(`还没有发布：${missing.map(({ name }) => name).join("、")}`)
      : done(agreements.map(({ key, versions }) => `${AGREEMENTS[key].name}有 ${versions.length} 版`).join("，")),
    filing: filingOf(footer),
    sms: sms
      ? done("已配置，可以发一条给自己试试")
      : open("没有配置 SMS_PROVIDER 和它的密钥：没有人能注册，也不能验证手机号"),
    wechat: wechat
      ? done("已配置，请在登录页扫一次码")
      : outside("没有配置 WECHAT_APP_ID、WECHAT_APP_SECRET：登录页不提供微信"),
    pay: pay ? done("已配置") : outside("没有配置微信支付：知库只能用兑换码"),
  };
}

function filingOf({ icp, police }: { icp: string; police: string }): Found {
  if (!icp) return open("页脚里还没有 ICP 备案号");
  return police ? done(`${icp}，${police}`) : open(`${icp}；还没有公安备案号（开通后三十日内要备案）`);
}

async function contentChecks({ db }: Services): Promise<Record<string, Found>> {
  const [classes, articles] = await Promise.all([countOf(db, "classifications"), countOf(db, "articles")]);
  return {
    classifications: classes > 0 ? done(`有 ${classes} 个分类`) : open("文章还没有分类"),
    content:
      articles > 0
        ? done(`有 ${articles} 篇文章`)
        : outside("可以从空站开始，也可以在服务器上运行 npm run import 导入"),
  };
}

async function machineChecks({ config, connection }: Services): Promise<Record<string, Found>> {
  const { publicOrigin, objects, dataDir } = config;
  const free = await freeBytes(dataDir);
  const gib = (free / 1024 ** 3).toFixed(1);
  return {
    https: publicOrigin.startsWith("https://")
      ? done(publicOrigin)
      : open(`PUBLIC_ORIGIN 是 ${publicOrigin}：没有 https，登录会被旁人看见`),
    disk: free < FREE_MIN ? open(`数据所在的盘只剩 ${gib} GiB`) : done(`数据所在的盘还有 ${gib} GiB`),
    objects: outside(`文件放在${objects.kind === "local" ? "本机的 DATA_DIR" : "对象存储"}；写一个文件再读回来才算数`),
    backup: outside(
      connection.kind === "sqlite"
        ? "本站看不到备份：请按 docs/operations.md 每天备份数据库与 objects/，并试着恢复一次"
        : "本站看不到备份：请按 docs/operations.md 每天备份 PostgreSQL 与文件，并试着恢复一次",
    ),
  };
}

async function lawChecks({ db, clock, words, config }: Services): Promise<Record<string, Found>> {
  const [oldest, [terms]] = await Promise.all([oldestReport(db), agreementStates(db, ["terms"])]);
  const late = oldest !== null && clock().getTime() - Date.parse(oldest) > REPORT_LATE;
  const own = !SAMPLES.includes(resolve(config.sensitiveWordsFile));
  return {
    words:
      own && !words.isEmpty()
        ? done("用的是自己的敏感词表")
        : open("还没有自己的敏感词表：请在 SENSITIVE_WORDS_FILE 里指定"),
    phone: done("发布前必须验证手机号"),
    reports: late ? open("有举报三天还没有处理") : done("没有拖过三天的举报"),
    consents: terms?.versions.length
      ? done(`${terms.members} 位成员里，${terms.agreed} 位同意了现行的用户协议`)
      : open("还没有用户协议可以同意"),
    "network-log": outside("登录的网络地址留在会话里；访问日志请保存不少于六个月"),
    closing: done("成员可以自己导出数据、注销账号"),
  };
}

async function countOf(db: Db, table: "classifications" | "articles"): Promise<number> {
  const { total } = await db
    .selectFrom(table)
    .select((eb) => eb.fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  return Number(total);
}

async function oldestReport(db: Db): Promise<string | null> {
  const row = await db
    .selectFrom("reports")
    .select((eb) => eb.fn.min("created_at").as("oldest"))
    .where("state", "=", "open")
    .executeTakeFirst();
  return row?.oldest ?? null;
}

async function freeBytes(folder: string): Promise<number> {
  try {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  } catch {
    // Nothing was written there yet.
    return Number.POSITIVE_INFINITY;
  }
}
