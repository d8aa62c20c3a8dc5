import type { UpstreamConfig } from "#upstream/config";
import type { BackupPlace } from "#upstream/services/backup-place/backup-place";
import { createBucketPlace } from "#upstream/services/backup-place/bucket-place";
import { createFolderPlace } from "#upstream/services/backup-place/folder-place";

/** Opens the configured backup location; null if there is none. */
export function backupPlaceOf({ backups, dataDir }: Pick<UpstreamConfig, "backups" | "dataDir">): BackupPlace | null {
  if (!backups) return null;
  const { place } = backups;
  return place.kind === "folder" ? createFolderPlace(place.folder) : createBucketPlace(place, dataDir);
}
