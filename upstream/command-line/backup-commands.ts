import { existsSync } from "node:fs";
import { resolve } from "node:path";
import type { UpstreamConfig } from "#upstream/config";
import { backupsIn, backupTime } from "#upstream/jobs/backup/backups";
import { copiesIn, newestIn } from "#upstream/jobs/backup/copies-in";
import { BackupError } from "#upstream/jobs/backup/database-copy";
import { MINUTES } from "#upstream/jobs/backup/minute-copies";
import { LATEST } from "#upstream/jobs/backup/newest-minute";
import { type Restored, restoreBackup, restoreNewestMinute } from "#upstream/jobs/backup/restore-backup";
import { archiveAt, archiveIn, type BackupSource, verifyBackup } from "#upstream/jobs/backup/verify-backup";
import { writeBackup } from "#upstream/jobs/backup/write-backup";
import { queueBackup } from "#upstream/jobs/run-jobs";
import { TaskRefused } from "#upstream/jobs/tasks/task";
import { sinceOf } from "#upstream/modules/admin/system/finding";
import { LEFT_FOR_DAYS, NotOurPlace, problemOfPlace, takeOver } from "#upstream/modules/backup/claim";
import { backupPlaceOf } from "#upstream/modules/backup/place";
import { keepFinished } from "#upstream/modules/job/queue";
import { BadArchive } from "#upstream/services/archive/bad-archive";
import type { BackupPlace } from "#upstream/services/backup-place/backup-place";
import { chinaTime } from "#upstream/text/china-time";
import { Refusal } from "./as-staff";
import { BadUsage, type Command, type OfflineCommand } from "./command";

const NEXT =
  "它启动后先不备份、不清理文件，也不向外发邮件、微信消息与网址，因为原来的站可能还在。要由它取代原来的站，就停下原来的站，再运行 npm run admin -- take-over；只是演练，就不要运行";

const REOPENED = "备份时那个站只能浏览；恢复出来的可以写";

/** Files between two progress messages. */
const TOLD_EVERY = 500;

/** Backup commands that need the site. */
export const BACKUP_COMMANDS: Record<string, Command> = {
  backup: {
    usage: "文件.tar",
    text: "把数据库与全部文件写成一个归档，设了 BACKUP_KEY 就加密；本站可以照常运行",
    example: "备份.tar",
    // Administrators may need it before the site has an owner.
    alone: true,
    async run({ upstream: { services }, words: [name], from, flags, tell }) {
      if (!name) throw new BadUsage("要写一个文件名");
      const file = resolve(from, name);
      if (flags?.dryRun) return `会写入 ${file}`;
      const began = await services.databaseClock();
      const written = await writeBackup(services, file, { progress: countAloud(tell) }).catch(backupRefused);
      const { bytes, files } = written;
      const message = `数据库与 ${files} 个文件已写入 ${file}`;
      await keepFinished(services, { kind: "backup", began, result: { message, problems: [], bytes } });
      return { file, bytes, files };
    },
  },
  "take-over": {
    usage: "",
    text: "让恢复出来的本站取代原来的站：开始备份、清理与向外发送；原来的站看到后不再备份。先停下原来的站",
    example: "",
    alone: true,
    async run({ upstream: { services }, flags }) {
      const place = backupPlaceOf(services.config);
      const problem = await problemOfPlace(services, place).catch(backupRefused);
      if (!problem) return "本来就是由本站备份与发送，什么也不用做";
      if (flags?.dryRun) return `会接管。现在是：${problem.detail}`;
      const newest = place ? await newestIn(place).catch(backupRefused) : [];
      await takeOver(services, place, newest).catch(backupRefused);
      if (!place) return "已接管；还没有设置 BACKUP_DIR 或 BACKUP_S3_*，不会自动备份";
      // The next regular one may be an hour away: one that was refused before counts, too.
      await queueBackup(services);
      const left = newest.length > 0 ? `。那里现在最新的再留 ${LEFT_FOR_DAYS} 天：${newest.join("、")}` : "";
      return `已接管：${place.shown} 从现在起归本站写；本站运行时马上备份一次${left}`;
    },
  },
};

/** Backup commands that do not need the site: its database may not exist yet. */
export const OFFLINE_BACKUP_COMMANDS: Record<string, OfflineCommand> = {
  "backup list": {
    usage: "",
    text: `放备份的地方有哪些备份，各到什么时候，新的在前；${LATEST} 是 SQLite 每分钟的副本`,
    example: "",
    async offline({ config }) {
      const place = requirePlace(config);
      const [names, copies] = await Promise.all([backupsIn(place), copiesIn(place)]).catch(backupRefused);
      const archives = names.map((name) => ({ name, at: backupTime(name) }));
      // Besides the newest, those that a replaced site has left.
      const minutes = copies.map(({ folder, until }, index) => ({ name: index === 0 ? LATEST : folder, at: until }));
      return [...archives, ...minutes]
        .sort((a, b) => Number(b.at) - Number(a.at))
        .map(({ name, at }) => ({ name, at: at?.toISOString() ?? null }));
    },
  },
  verify: {
    usage: "文件.tar|备份的名字",
    text: "验证一个备份：每个文件的校验和、数据库是否完好、文件是否齐全",
    example: "备份.tar",
    async offline({ words: [name], from, config, tell }) {
      const source = await sourceOf(config, { name, from });
      const { manifest, files, lacking, ...found } = await verifyBackup(source, countAloud(tell)).catch(backupRefused);
      const problems = [...found.problems, ...lacking];
      if (problems.length > 0) throw new Refusal("CONFLICT", `备份不完好：\n${problems.join("\n")}`);
      return { ...manifest, files, intact: true };
    },
  },
  restore: {
    usage: `文件.tar|备份的名字|${LATEST} [--confirm 网站的域名] [--incomplete]`,
    text: `恢复一个备份，${LATEST} 是 SQLite 每分钟的副本。只恢复到空的地方；写明 --confirm 时先把已有的改名放到一边。--dry-run 只检查能不能`,
    example: "备份.tar --dry-run",
    async offline({ words: [name], from, flags, config, options, tell, stopSignal }) {
      const host = new URL(config.publicOrigin).host;
      const { confirm } = options;
      if (confirm !== undefined && confirm !== host) throw new BadUsage(`--confirm 要原样填写 ${host}`);
      const dryRun = flags?.dryRun ?? false;
      const incomplete = flags?.incomplete ?? false;
      const how = { dryRun, replace: confirm !== undefined, incomplete, progress: countAloud(tell), stopSignal };
      let restored: Restored;
      const isOfMinutes = name === LATEST || name?.startsWith(MINUTES);
      if (isOfMinutes) {
        const minutes = { place: requirePlace(config), key: config.backupKey, name };
        restored = await restoreNewestMinute(config, minutes, how).catch(backupRefused);
      } else {
        restored = await restoreBackup(config, await sourceOf(config, { name, from }), how).catch(backupRefused);
      }
      const { manifest, files, lacking, wasReadOnly, at } = restored;
      const age = sinceOf(Math.max(0, Date.now() - at.getTime()));
      const what = isOfMinutes ? `到 ${shownTime(at)} 为止的副本（${age}前）` : `${manifest.createdAt} 的备份`;
      const without = lacking.length > 0 ? [`不对的 ${lacking.length} 个：`, ...lacking] : [];
      const told = `${dryRun ? "可以恢复" : "已恢复"} ${what}：数据库与 ${files} 个文件`;
      const newer = await newerThan(at, backupPlaceOf(config)).catch(() => []);
      const others = newer.length > 0 ? [`放备份的地方还有更新的：${newer.join("、")}`] : [];
      const next = wasReadOnly ? [REOPENED, NEXT] : [NEXT];
      return [told, ...without, ...others, ...(dryRun ? [] : next)].join("\n");
    },
  },
};

/** Newer backups in a location, for people: the newest archive and the newest copies of each minute. */
async function newerThan(at: Date, place: BackupPlace | null): Promise<string[]> {
  if (!place) return [];
  const [archives, [copies]] = await Promise.all([backupsIn(place), copiesIn(place)]);
  const archive = archives.find((name) => (backupTime(name) ?? at) > at);
  const newer = archive ? [archive] : [];
  if (copies && copies.until > at) newer.push(`${LATEST}（到 ${shownTime(copies.until)}）`);
  return newer;
}

const shownTime = (at: Date): string => chinaTime(at).replace("T", " ");

/** Opens a local file, or a backup by name in the backup location. */
async function sourceOf(
  config: UpstreamConfig,
  { name, from }: { name: string | undefined; from: string },
): Promise<BackupSource> {
  if (!name) throw new BadUsage("要写一个文件名");
  const file = resolve(from, name);
  const place = backupPlaceOf(config);
  if (place && backupTime(name) && !existsSync(file)) return archiveIn(place, name, config.backupKey);
  return archiveAt(file, config.backupKey).catch(backupRefused);
}

function requirePlace(config: UpstreamConfig): BackupPlace {
  const place = backupPlaceOf(config);
  if (!place) throw new Refusal("CONFLICT", "没有设置 BACKUP_DIR 或 BACKUP_S3_*");
  return place;
}

/** Reports progress every few hundred files. */
function countAloud(tell: (line: string) => void = () => {}) {
  let next = TOLD_EVERY;
  return async (files: number) => {
    if (files < next) return;
    next = files + TOLD_EVERY;
    tell(`已有 ${files} 个文件`);
  };
}

/** Converts a backup error to an error of the command line. */
export function backupRefused(error: unknown): never {
  const told =
    error instanceof NotOurPlace ||
    error instanceof BackupError ||
    error instanceof BadArchive ||
    error instanceof TaskRefused;
  if (told) throw new Refusal("CONFLICT", error.message);
  const { code, path } = error as NodeJS.ErrnoException;
  if (code === "ENOENT") throw new Refusal("NOT_FOUND", `没有这个文件：${path}`);
  throw error;
}
