import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { BackupPlace } from "#upstream/services/backup-place/backup-place";

/**
 * Writes a local file, and moves it to the location under this name. If that fails, no file remains: each attempt would
 * leave another one, until the disk is full.
 */
export async function handOver<T>(place: BackupPlace, name: string, write: (file: string) => Promise<T>): Promise<T> {
  const file = join(place.workFolder, `.${name}`);
  try {
    const written = await write(file);
    await place.take(file, name);
    return written;
  } finally {
    await rm(file, { force: true });
  }
}
