import { DAY } from "#runtime/time-units";
import type { Services } from "#upstream/call/context";
import { backupName, backupsIn, expiredBackups } from "#upstream/jobs/backup/backups";
import { copiesBegan } from "#upstream/jobs/backup/copies-in";
import { BackupError } from "#upstream/jobs/backup/database-copy";
import { MINUTES } from "#upstream/jobs/backup/minute-copies";
import { removeUnnamed } from "#upstream/jobs/backup/remove-unnamed";
import { archiveIn, verifyBackup } from "#upstream/jobs/backup/verify-backup";
import { writeBackup } from "#upstream/jobs/backup/write-backup";
import { LEFT_FOR_DAYS, leftIn } from "#upstream/modules/backup/claim";
import { BadArchive } from "#upstream/services/archive/bad-archive";
import type { BackupPlace } from "#upstream/services/backup-place/backup-place";
import { handOver } from "./hand-over";
import { requireOurPlace, requirePlace } from "./require-place";
import { resultOf, type Task, TaskRefused } from "./task";

/** Writes a backup to the backup location and removes expired ones. */
export const backupTask: Task = async (services, { dryRun, progress }) => {
  const { config, clock } = services;
  const place = requirePlace(config);
  const name = backupName(clock());
  if (dryRun) return resultOf(`会写入 ${place.shown} 的 ${name}`, []);
  await requireOurPlace(services, place);
  await progress(0, null);
  const { bytes, files } = await handOver(place, name, async (file) => {
    const written = await writeBackup(services, file, {
      beside: place,
      progress: (done) => progress(done, null),
    }).catch(refused);
    // It took a while: another site may have taken over since.
    await requireOurPlace(services, place);
    return written;
  });
  const problems = await removeOld(services, place);
  return { ...resultOf(`数据库与 ${files} 个文件已写入 ${name}`, problems), file: name, bytes };
};

/** Removes expired backups, and files that none needs. @returns problems: the new backup is complete whatever they are */
async function removeOld(services: Services, place: BackupPlace): Promise<string[]> {
  const { kept } = services.config.backups ?? { kept: { hourly: 1, daily: 0, weekly: 0 } };
  try {
    const left = await leftIn(place, services.clock());
    if (services.connection.kind === "postgres") await removeLeftCopies(place, left, services.clock());
    for (const old of expiredBackups(await backupsIn(place), kept, left)) await place.remove(old);
    // Copies of each minute have no list of the files that they need.
    if (!left.some((name) => name.startsWith(MINUTES))) await removeUnnamed(services, place);
    return [];
  } catch (error) {
    return [`这一份是完整的，但没有清理用不着的旧文件：${(error as Error).message}`];
  }
}

/**
 * Removes the copies of each minute that a site on SQLite made before it moved to PostgreSQL, where nothing replaces
 * them: they are kept as long as those of a replaced site.
 */
async function removeLeftCopies(place: BackupPlace, left: readonly string[], now: Date): Promise<void> {
  const files = await place.list(MINUTES);
  for (const { name } of files) {
    const began = copiesBegan(name);
    // They are continued for a day.
    const isOld = began && now.getTime() - began.getTime() > (LEFT_FOR_DAYS + 1) * DAY;
    if (isOld && !left.some((one) => name.startsWith(one))) await place.remove(name);
  }
}

/** Verifies the newest backup. */
export const verifyBackupTask: Task = async ({ config }, { progress }) => {
  const place = requirePlace(config);
  const [name] = await backupsIn(place);
  if (name === undefined) throw new TaskRefused("还没有备份");
  await progress(0, null);
  const source = archiveIn(place, name, config.backupKey);
  const { lacking, files, ...found } = await verifyBackup(source, (done) => progress(done, null)).catch(refused);
  const problems = [...found.problems, ...lacking];
  if (problems.length > 0) throw new TaskRefused(`${name} 不完好：${problems.slice(0, 5).join("；")}`);
  return { ...resultOf(`${name} 完好：数据库与 ${files} 个文件`, []), file: name };
};

function refused(error: unknown): never {
  if (error instanceof BackupError || error instanceof BadArchive) throw new TaskRefused(error.message);
  throw error;
}
