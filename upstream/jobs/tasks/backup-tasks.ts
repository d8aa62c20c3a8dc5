import { rm } from "node:fs/promises";
import { join } from "node:path";
import { backupsIn } from "#upstream/jobs/backup/backups";
import { BackupError } from "#upstream/jobs/backup/database-copy";
import { verifyBackup } from "#upstream/jobs/backup/verify-backup";
import { writeBackup } from "#upstream/jobs/backup/write-backup";
import { BadArchive } from "#upstream/services/archive/read-tar";
import { resultOf, type Task, TaskRefused } from "./task";

const NOWHERE = "没有设置 BACKUP_DIR：请在服务器上指定放备份的文件夹，最好在另一块盘上";

/** Writes a backup into the folder of backups, and removes the oldest of more than are kept. */
export const backupTask: Task = async (services, { dryRun, progress }) => {
  const { config, clock } = services;
  if (!config.backups) throw new TaskRefused(NOWHERE);
  const { folder, kept } = config.backups;
  const name = `shequ-${clock()
    .toISOString()
    .replace(/[-:]|\.\d{3}/g, "")}.tar`;
  if (dryRun) return resultOf(`会写入 ${join(folder, name)}`, []);
  await progress(0, null);
  const { bytes, files } = await writeBackup(services, join(folder, name), (done) => progress(done, null)).catch(
    refused,
  );
  for (const old of (await backupsIn(folder)).slice(kept)) await rm(join(folder, old), { force: true });
  return { ...resultOf(`数据库与 ${files} 个文件已写入 ${name}`, []), file: name, bytes };
};

/** Looks the newest backup through. */
export const verifyBackupTask: Task = async ({ config }, { progress }) => {
  if (!config.backups) throw new TaskRefused(NOWHERE);
  const { folder } = config.backups;
  const [name] = await backupsIn(folder);
  if (name === undefined) throw new TaskRefused("还没有备份");
  await progress(0, null);
  const { problems, files } = await verifyBackup(join(folder, name), (done) => progress(done, null)).catch(refused);
  if (problems.length > 0) throw new TaskRefused(`${name} 不完好：${problems.slice(0, 5).join("；")}`);
  return { ...resultOf(`${name} 完好：数据库与 ${files} 个文件`, []), file: name };
};

function refused(error: unknown): never {
  if (error instanceof BackupError || error instanceof BadArchive) throw new TaskRefused(error.message);
  throw error;
}
