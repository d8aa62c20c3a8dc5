import { mkdtemp, rmdir, stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { formatBytes } from "#runtime/format-bytes";
import { HOUR } from "#runtime/time-units";
import type { Services } from "#upstream/call/context";
import { problemOfPlace, problemOfRestored } from "#upstream/modules/backup/claim";
import { backupPlaceOf } from "#upstream/modules/backup/place";
import { type DoneJob, lastDone } from "#upstream/modules/job/queue";
import { requestFailure } from "#upstream/services/external/request-failure";
import { isReadOnlySince, REOPEN } from "./check-read-only";
import { bad, type Finding, ok, sinceOf, warn } from "./finding";
import { probeService } from "./probe-service";

/** Milliseconds after which a backup is old. */
const BACKUP_OLD = 3 * HOUR;

/** Checks the age of the last backup, and the location of the next. @param known the last one, if known */
export async function checkBackup(services: Services, known?: DoneJob | null): Promise<Finding> {
  const { config, db, databaseClock } = services;
  // First, because a new machine often has a problem with the location, too, and nothing else tells that mails wait.
  const waiting = await problemOfRestored(services);
  if (waiting) return bad(waiting.detail, waiting.todo);
  const last = known === undefined ? await lastDone(db, "backup") : known;
  const where = await backupPlace(config);
  const problem = where.state === "bad" && config.backups ? null : await checkOwner(services);
  if (problem) return problem;
  if (!last) {
    return where.state === "ok"
      ? warn(`还没有备份过；${where.detail}`, "请开始“备份”任务（npm run admin -- job run backup），之后每小时自动一次")
      : where;
  }
  const ended = Date.parse(last.endedAt);
  const age = (await databaseClock()).getTime() - ended;
  const detail = `上一次备份在 ${sinceOf(age)}前${last.result.bytes ? `，${formatBytes(last.result.bytes)}` : ""}`;
  if (age > BACKUP_OLD && where.state !== "bad" && (await isReadOnlySince(services, ended + BACKUP_OLD)))
    return warn(`${detail}，只能浏览时不备份`, REOPEN);
  if (age > BACKUP_OLD)
    return bad(detail, "备份停了：请开始一次“备份”任务（npm run admin -- job run backup），看它为什么没有成功");
  return where.state === "ok" ? ok(`${detail}；${where.detail}`) : { ...where, detail: `${detail}；${where.detail}` };
}

/** Checks whether the location is this site's; null if it is, or there is none. */
async function checkOwner(services: Services): Promise<Finding | null> {
  const place = backupPlaceOf(services.config);
  try {
    const problem = await probeService(services, place?.shown ?? "", () => problemOfPlace(services, place));
    return problem && bad(problem.detail, problem.todo);
  } catch (error) {
    return bad(
      `放备份的${place?.shown ?? "地方"}现在读不到：${requestFailure(error)}`,
      "请核对 BACKUP_* 的设置、权限与网络",
    );
  }
}

/** Checks whether backups have a location that can be written to, and whether that is on another disk than the data. */
export async function backupPlace({ backups, dataDir, mode }: Services["config"]): Promise<Finding> {
  if (!backups) {
    return (mode === "demo" ? warn : bad)(
      "没有设置 BACKUP_DIR，不会自动备份",
      "请在服务器上设置 BACKUP_DIR，最好在另一块盘上；或每天运行 npm run admin -- backup 文件",
    );
  }
  const { place } = backups;
  if (place.kind === "s3") return ok(`备份放在桶 ${place.bucket}`);
  const [existing, beside] = await Promise.all([existingAbove(place.folder), existingAbove(dataDir)]);
  if (!(await isWritable(existing))) {
    return bad(
      `备份放在 ${place.folder}，但运行本站的用户不能写入那里`,
      "请建好这个文件夹并让那个用户能写；由 systemd 运行时，还要在 ReadWritePaths= 里写上它",
    );
  }
  const [{ dev }, { dev: ofData }] = await Promise.all([stat(existing), stat(beside)]);
  if (dev === ofData) {
    return warn(
      `备份放在 ${place.folder}，与数据在同一块盘上`,
      "盘坏了两样都没有：请把 BACKUP_DIR 放到另一块盘，或每天再复制走一份",
    );
  }
  return ok(`备份放在 ${place.folder}`);
}

/** The folder, or the first one above it that exists. */
async function existingAbove(folder: string): Promise<string> {
  for (let at = resolve(folder); ; at = dirname(at)) {
    const there = await stat(at).catch(() => null);
    if (there || at === dirname(at)) return at;
  }
}

/** Tries it: on network and read-only file systems, permissions tell little. */
const isWritable = (folder: string) =>
  mkdtemp(join(folder, ".shequ-"))
    .then(rmdir)
    .then(
      () => true,
      () => false,
    );
