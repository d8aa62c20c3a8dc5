import { createWriteStream, existsSync } from "node:fs";
import { mkdir, mkdtemp, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { sql } from "kysely";
import type { UpstreamConfig } from "#upstream/config";
import { connect } from "#upstream/db/dialect";
import { migrations } from "#upstream/db/migrations";
import { BadArchive, readTar } from "#upstream/services/archive/read-tar";
import { createObjectStore } from "#upstream/services/storage/create-object-store";
import { contentTypeOf } from "#upstream/services/storage/object-key";
import type { ObjectStore } from "#upstream/services/storage/object-store";
import { BackupError, DATABASE_FILES, restoreDump } from "./database-copy";
import { OBJECTS } from "./manifest";
import { type Verified, verifyBackup } from "./verify-backup";

/**
 * Brings a backup into a place where nothing is: the database that the settings name, and their store. It is looked
 * through first. The database comes last, so that a site does not find half of it.
 * @param dryRun only says whether it could be
 * @throws BadArchive, BackupError where there is something already, or it is a backup of another kind of database
 */
export async function restoreBackup(
  config: UpstreamConfig,
  file: string,
  { dryRun = false }: { dryRun?: boolean } = {},
): Promise<Verified> {
  const { database } = config;
  const objects = createObjectStore(config, () => new Date());
  try {
    await requireEmpty(config, objects);
    const verified = await verifyBackup(file);
    const { manifest, problems } = verified;
    if (problems.length > 0) throw new BackupError(`备份不完好，没有恢复：\n${problems.slice(0, 20).join("\n")}`);
    if (manifest.database !== database.kind) {
      throw new BackupError(`这是 ${manifest.database} 的备份，而设置里是 ${database.kind}：请改好 DATABASE_URL`);
    }
    if (!Object.hasOwn(migrations, manifest.migration)) {
      throw new BackupError(`备份来自更新的版本（${manifest.migration}）：请先升级程序`);
    }
    if (!dryRun) await bringIn(config, objects, file);
    return verified;
  } finally {
    await objects.close();
  }
}

async function requireEmpty({ database, dataDir, objects: kind }: UpstreamConfig, objects: ObjectStore): Promise<void> {
  if (database.kind === "sqlite") {
    if (existsSync(database.file)) throw new BackupError(`${database.file} 已经存在：只能恢复到空的地方`);
  } else {
    const connection = await connect(database);
    try {
      const { rows } = await sql<{ total: number }>`select count(*) as total from pg_tables
        where schemaname = current_schema()`.execute(connection.db);
      if (Number(rows[0]?.total) > 0) throw new BackupError("这个数据库里已经有表：只能恢复到空的数据库");
    } finally {
      await connection.close();
    }
  }
  const [first] = await objects.list("", 1);
  if (first) {
    throw new BackupError(
      `${kind.kind === "local" ? join(dataDir, "objects") : `桶 ${kind.bucket}`} 里已经有文件：只能恢复到空的地方`,
    );
  }
}

async function bringIn({ database, dataDir }: UpstreamConfig, objects: ObjectStore, file: string): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const folder = await mkdtemp(join(dataDir, ".restoring-"));
  try {
    const copy = join(folder, "database");
    await readTar(file, async ({ name, bytes, body }) => {
      if (name === DATABASE_FILES[database.kind]) {
        await pipeline(body, createWriteStream(copy, { mode: 0o600, flush: true }));
      } else if (name.startsWith(OBJECTS)) {
        const key = name.slice(OBJECTS.length);
        const contentType = contentTypeOf(key);
        if (!contentType) throw new BadArchive(`备份里有不认识的文件：${name}`);
        await objects.putStream(key, body, { bytes, contentType });
      }
    });
    if (database.kind === "sqlite") await rename(copy, database.file);
    else await restoreDump(database, copy);
  } catch (error) {
    // Nothing was there before.
    await removeAll(objects);
    throw error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function removeAll(objects: ObjectStore): Promise<void> {
  for (let listed = await objects.list("", 500); listed.length > 0; listed = await objects.list("", 500)) {
    for (const { key } of listed) await objects.remove(key);
  }
}
