import { readFile, stat, statfs } from "node:fs/promises";
import { freemem, totalmem } from "node:os";
import { sql } from "kysely";
import { HEALTH_CHECKS, type HealthCheck } from "#app/contract/admin/system/system";
import { formatBytes } from "#runtime/format-bytes";
import { HOUR, SECOND } from "#runtime/time-units";
import type { Services } from "#upstream/call/context";
import { migrations } from "#upstream/db/migrations";
import { fromJson } from "#upstream/db/schema/columns";
import { problemOfRestored } from "#upstream/modules/backup/claim";
import type { JobResult } from "#upstream/modules/job/queue";
import { requestFailure } from "#upstream/services/external/request-failure";
import { MailError, mailProblem } from "#upstream/services/mail/mail";
import { checkBackup } from "./check-backup";
import { checkClock } from "./check-clock";
import { checkPressure } from "./check-pressure";
import { checkPushes } from "./check-pushes";
import { checkReadOnly, isReadOnlySince, REOPEN } from "./check-read-only";
import { bad, type Finding, ok, sinceOf, warn } from "./finding";
import { probeService, Silent } from "./probe-service";

const MIB = 1024 ** 2;
/** Bytes of free disk space below which there is a warning, and below which writes are about to fail. */
const DISK_LOW = 1024 * MIB;
const DISK_OUT = 100 * MIB;
/** Milliseconds for a database response above which there is a warning. */
const DATABASE_SLOW = 500;

const CHECKS: Record<HealthCheck["key"], (services: Services) => Promise<Finding>> = {
  "read-only": checkReadOnly,
  database: checkDatabase,
  migrations: checkMigrations,
  disk: checkDisk,
  memory: checkMemory,
  objects: checkObjects,
  search: checkSearch,
  jobs: checkJobs,
  backup: checkBackup,
  clock: checkClock,
  mail: checkMail,
  pushes: checkPushes,
  pressure: checkPressure,
  version: checkVersion,
};

/** Makes all checks of the machine and its dependencies at once, for a page. */
export const healthChecks = (services: Services): Promise<HealthCheck[]> =>
  Promise.all(HEALTH_CHECKS.map((key) => healthCheck(services, key)));

/** Makes one check; one that fails is reported as a problem. */
export async function healthCheck(services: Services, key: HealthCheck["key"]): Promise<HealthCheck> {
  const found = await CHECKS[key](services).catch((error: Error) =>
    bad(`没能检查：${error.message}`, "请看服务器的日志"),
  );
  return { key, ...found };
}

async function checkDatabase({ connection, config }: Services): Promise<Finding> {
  const began = performance.now();
  await connection.aside.selectFrom("site_settings").select("key").limit(1).execute();
  const took = Math.round(performance.now() - began);
  const name = connection.kind === "sqlite" ? "SQLite" : "PostgreSQL";
  const bytes = await databaseBytes(connection, config);
  const detail = `${name}，${formatBytes(bytes)}，${took} 毫秒应答`;
  if (took <= DATABASE_SLOW) return ok(detail);
  return warn(detail, "数据库应答慢：看看磁盘是否繁忙，PostgreSQL 看看有没有长时间的事务");
}

async function databaseBytes({ kind, db }: Services["connection"], { database }: Services["config"]): Promise<number> {
  if (kind === "postgres") {
    const { rows } = await sql<{ bytes: string }>`select pg_database_size(current_database())::text as bytes`.execute(
      db,
    );
    return Number(rows[0]?.bytes ?? 0);
  }
  if (database.kind !== "sqlite" || database.file === ":memory:") return 0;
  const sizes = await Promise.all(
    ["", "-wal"].map((suffix) =>
      stat(database.file + suffix).then(
        ({ size }) => size,
        () => 0,
      ),
    ),
  );
  return sizes.reduce((sum, one) => sum + one, 0);
}

async function checkMigrations({ db }: Services): Promise<Finding> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  const newest = rows.at(-1)?.name ?? "";
  const known = Object.keys(migrations);
  if (rows.length === known.length && newest === known.at(-1)) return ok(`数据库的结构是 ${newest}，与程序一致`);
  return warn(
    `数据库的结构是 ${newest}，程序认识到 ${known.at(-1)}`,
    "升级进行到一半：请把旧的进程都换成新的版本，再重启一次",
  );
}

async function checkDisk({ config, connection }: Services): Promise<Finding> {
  if (config.objects.kind === "s3" && connection.kind === "postgres") {
    return ok("数据在 PostgreSQL 与对象存储里，本机的盘不存数据");
  }
  const { bavail, blocks, bsize } = await statfs(config.dataDir);
  const free = bavail * bsize;
  const detail = `数据所在的盘还有 ${formatBytes(free)}，共 ${formatBytes(blocks * bsize)}`;
  if (free < DISK_OUT) return bad(detail, "马上要写不进去了：请立刻腾出空间或换一块更大的盘");
  if (free < DISK_LOW) return warn(detail, "请腾出空间或换一块更大的盘");
  return ok(detail);
}

async function checkMemory(): Promise<Finding> {
  const { rss } = process.memoryUsage();
  const limit = await memoryLimit();
  const free = limit === null ? freemem() : limit - rss;
  const detail = `这个进程用了 ${formatBytes(rss)}，${limit === null ? `机器还有 ${formatBytes(free)}` : `容器的上限是 ${formatBytes(limit)}`}`;
  if (free > 150 * MIB) return ok(detail);
  return warn(detail, "内存快用完了：请把 PAGE_CACHE_MB 调小，或换一台内存更大的机器");
}

/** Memory limit of this process's container in bytes; null if only the machine's memory limits it. */
async function memoryLimit(): Promise<number | null> {
  const files = ["/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"];
  for (const file of files) {
    const limit = Number(await readFile(file, "utf8").catch(() => "max"));
    if (limit > 0 && limit < totalmem()) return limit;
  }
  return null;
}

async function checkObjects({ objects, config, clock }: Services): Promise<Finding> {
  const where = config.objects.kind === "local" ? "本机的 DATA_DIR" : `桶 ${config.objects.bucket}`;
  const address = config.objects.kind === "local" ? config.dataDir : config.objects.endpoint;
  try {
    await probeService({ clock }, address, () => objects.list("", 1));
    return ok(`文件在${where}，读得到`);
  } catch (error) {
    if (error instanceof Silent && config.objects.kind === "local") {
      return warn(`文件在${where}：${error.message}`, "盘或机器可能正忙，请过一会儿再看；总是这样，请看盘的读写");
    }
    return bad(
      `文件在${where}，现在读不到：${requestFailure(error)}`,
      config.objects.kind === "local"
        ? "请看 DATA_DIR 的权限，它应属于运行本站的用户"
        : "请核对 S3_* 的设置、密钥的权限与网络",
    );
  }
}

async function checkSearch({ db, search }: Services): Promise<Finding> {
  const count = async (table: "search_documents" | "search_sources" | "search_vocabulary") =>
    Number(
      (
        await db
          .selectFrom(table)
          .select((eb) => eb.fn.countAll<number>().as("total"))
          .executeTakeFirstOrThrow()
      ).total,
    );
  const [documents, sources, words] = await Promise.all([
    count("search_documents"),
    count("search_sources"),
    count("search_vocabulary"),
  ]);
  search.warm();
  if (documents > 0 && words === 0) {
    return warn(`搜索里有 ${documents} 份，还认不出拼音、错字与缩写`, "请开始“重建搜索”");
  }
  if (documents === sources) return ok(`搜索里有 ${documents} 份`);
  return bad(`搜索里有 ${documents} 份，却有 ${sources} 份原文`, "请开始“重建搜索”");
}

async function checkJobs(services: Services): Promise<Finding> {
  const { db, databaseClock } = services;
  const rows = await db.selectFrom("jobs").selectAll().orderBy("id", "desc").limit(20).execute();
  const now = (await databaseClock()).getTime();
  // The one that has waited longest.
  const stuck = rows.findLast(
    ({ state, created_at }) =>
      state === "waiting" && now - Date.parse(created_at) > HOUR && rows.every((one) => one.state !== "running"),
  );
  if (stuck && (await isReadOnlySince(services, Date.parse(stuck.created_at) + HOUR)))
    return warn("有任务等着，只能浏览时不做", REOPEN);
  if (stuck) return bad("有任务等了一个多小时没有开始", "请看服务器的日志里有没有 sweep_failed，再重启一次");
  const failed = rows.filter(
    (one, at) => one.state === "failed" && rows.findIndex(({ kind, ended_at }) => kind === one.kind && ended_at) === at,
  );
  const [first] = failed;
  if (first) {
    const said = first.result === null ? "" : fromJson<JobResult>(first.result).message;
    return warn(`最近一次没有做成：${said}`, "改好之后请重新开始这项任务");
  }
  const going = rows.filter(({ ended_at }) => ended_at === null).length;
  return ok(going > 0 ? `有 ${going} 项在等待或进行` : "没有等着的任务");
}

/** Checks that the mail server is reachable and accepts the account; optional for a site. */
async function checkMail({ mail, config, db }: Services): Promise<Finding> {
  if (!mail) return ok("没有配置 SMTP_URL：通知只在站内");
  const waiting = await problemOfRestored({ db });
  if (waiting) return warn("本站还没有接管，不会寄出通知", waiting.todo);
  try {
    await mail.check();
    return ok(config.mail.kind === "smtp" ? `${config.mail.host} 接受本站的账号` : "演示的邮件服务在");
  } catch (error) {
    if (!(error instanceof MailError)) throw error;
    return bad(mailProblem(error), "请核对 SMTP_* 的设置、密码与防火墙；通知会一直等到能寄出");
  }
}

async function checkVersion(): Promise<Finding> {
  const text = await readFile("package.json", "utf8").catch(() => "{}");
  const { version = "未知" } = JSON.parse(text) as { version?: string };
  return ok(`本站 ${version}，Node.js ${process.versions.node}，已运行 ${sinceOf(process.uptime() * SECOND)}`);
}
