import type { Services } from "#upstream/call/context";
import { backupPlaceOf } from "#upstream/jobs/backup/backups";
import type { BackupPlace } from "#upstream/services/backup-place/backup-place";
import { TaskRefused } from "./task";

const NOWHERE = "没有设置 BACKUP_DIR：请在服务器上指定放备份的文件夹，最好在另一块盘上；或设置 BACKUP_S3_*";

/** Opens the configured backup location. @throws TaskRefused if there is none */
export function requirePlace(config: Services["config"]): BackupPlace {
  const place = backupPlaceOf(config);
  if (!place) throw new TaskRefused(NOWHERE);
  return place;
}
