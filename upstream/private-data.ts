import { chmodSync, closeSync, existsSync, openSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { ConfigError } from "#runtime/config-error";
import { makeFolderSync } from "#runtime/make-folder";
import type { UpstreamConfig } from "./config";

type Places = Pick<UpstreamConfig, "database" | "objects" | "dataDir">;

const FILE = 0o600;
const FOLDER = 0o700;

/**
 * Restricts stored files to this user: files 0600, folders 0700, including those created by older versions. The mode of
 * an existing data folder is not changed.
 * @throws ConfigError if this user can't write there
 */
export function makePrivate(config: Places): void {
  try {
    restrict(config);
  } catch (error) {
    throw new ConfigError(`数据文件夹 ${resolve(config.dataDir)}（DATA_DIR）不能用：${(error as Error).message}`);
  }
}

function restrict({ database, objects, dataDir }: Places): void {
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
