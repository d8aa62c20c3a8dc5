import { tmpdir } from "node:os";
import { removeLeftFolders } from "#runtime/work-folder";
import type { Services } from "#upstream/call/context";

/** Removes temporary folders left by killed processes. @returns their number */
export async function removeWorkFolders({
  config: { dataDir, backups },
  clock,
}: Pick<Services, "config" | "clock">): Promise<number> {
  let removed = 0;
  const ofBackups = backups?.place.kind === "folder" ? [backups.place.folder] : [];
  for (const place of new Set([tmpdir(), dataDir, ...ofBackups])) {
    removed += await removeLeftFolders(place, clock());
  }
  return removed;
}
