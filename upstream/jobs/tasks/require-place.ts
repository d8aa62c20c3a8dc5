import type { Services } from "#upstream/call/context";
import { NotOurPlace, requireOurs } from "#upstream/modules/backup/claim";
import { backupPlaceOf } from "#upstream/modules/backup/place";
import type { BackupPlace } from "#upstream/services/backup-place/backup-place";
import { TaskRefused } from "./task";

const NOWHERE = "没有设置 BACKUP_DIR：请在服务器上指定放备份的文件夹，最好在另一块盘上；或设置 BACKUP_S3_*";

/** Opens the configured backup location. @throws TaskRefused if there is none */
export function requirePlace(config: Services["config"]): BackupPlace {
  const place = backupPlaceOf(config);
  if (!place) throw new TaskRefused(NOWHERE);
  return place;
}

/** Requires that the backup location is this site's, before something is written or deleted there. @throws TaskRefused */
export async function requireOurPlace(services: Services, place: BackupPlace): Promise<void> {
  await requireOurs(services, place).catch((error: unknown) => {
    throw error instanceof NotOurPlace ? new TaskRefused(error.message) : error;
  });
}
