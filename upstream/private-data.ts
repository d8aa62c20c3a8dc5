import { chmodSync, closeSync, existsSync, openSync } from "node:fs";
import { dirname, join } from "node:path";
import { makeFolderSync } from "#runtime/make-folder";
import type { UpstreamConfig } from "./config";

const FILE = 0o600;
const FOLDER = 0o700;

/**
 * Restricts stored files to this user: files 0600, folders 0700, including those created by older versions. The mode of
 * an existing data folder is not changed.
 */
export function makePrivate({ database, objects, dataDir }: Pick<UpstreamConfig, "database" | "objects" | "dataDir">) {
  const memory = database.kind === "sqlite" && database.file === ":memory:";
  if (memory) return;
  const folders = objects.kind === "local" ? [join(dataDir, "objects"), join(dataDir, "image-cache")] : [];
  makeFolderSync(dataDir, FOLDER);
  for (const folder of folders) {
    makeFolderSync(folder, FOLDER);
    chmodSync(folder, FOLDER);
  }
  if (database.kind !== "sqlite") return;
  const { file } = database;
  makeFolderSync(dirname(file), FOLDER);
  // SQLite creates its other files with the mode of the database file.
  closeSync(openSync(file, "a", FILE));
  for (const one of [file, `${file}-wal`, `${file}-shm`, join(dataDir, "secret-key")]) {
    if (existsSync(one)) chmodSync(one, FILE);
  }
}
