import { createWriteStream } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { makeFolder } from "#runtime/make-folder";
import { makeWorkFolder } from "#runtime/work-folder";
import type { UpstreamConfig } from "#upstream/config";
import { connect, type DatabaseConfig } from "#upstream/db/dialect";
import { markRestored } from "#upstream/db/instance-of-data";
import { migrations } from "#upstream/db/migrations";
import { BadArchive } from "#upstream/services/archive/bad-archive";
import { createObjectStore } from "#upstream/services/storage/create-object-store";
import { contentTypeOf } from "#upstream/services/storage/object-key";
import type { ObjectStore } from "#upstream/services/storage/object-store";
import { BackupError, restoreDump } from "./database-copy";
import { requireEmpty, setAside } from "./empty-place";
import { readBeside } from "./files-beside";
import { LATEST, readNewestMinute } from "./newest-minute";
import {
  type BackupSource,
  type BackupVisitor,
  checkDatabaseFile,
  readBackup,
  type Verified,
  verifyBackup,
} from "./verify-backup";

type Options = {
  /** Only checks whether the backup could be restored. */
  dryRun?: boolean;
  /** Whether to rename existing data first instead of refusing; nothing is deleted. */
  replace?: boolean;
  /** Whether to restore without the files that the backup lacks instead of refusing. */
  incomplete?: boolean;
  /** Receives the number of restored files. */
  progress?: (files: number) => Promise<void>;
  /** Returns a signal that aborts the restore, which then ends as if it had failed; asked for when there is something to put back. */
  stopSignal?: (() => AbortSignal) | undefined;
};

/** Result of a restore: that of the verification, and about the site when it was backed up. */
export type Restored = Verified & {
  /** Moment of the restored state. */
  at: Date;
  wasReadOnly: boolean;
};

/**
 * Restores a backup into an empty target: the configured database and object store. It is verified first. The database
 * comes last, so that a site never finds half of it. A restored site is writable.
 * @throws BadArchive, BackupError if the target is not empty, or the backup is of another kind of database
 */
export async function restoreBackup(
  config: UpstreamConfig,
  source: BackupSource,
  { dryRun = false, replace = false, incomplete = false, progress = async () => {}, stopSignal }: Options = {},
): Promise<Restored> {
  return within(config, replace, async (objects) => {
    const found = await verifyBackup(source);
    requireFitting(config, found, incomplete);
    const verified = Object.assign(found, { at: new Date(found.manifest.createdAt) });
    if (dryRun) return Object.assign(verified, { wasReadOnly: false });
    return bringIn(config, { objects, replace, stopSignal }, async (copy, signal) => {
      const object = putInto(objects, progress, signal);
      const { beside } = await readBackup(source, {
        database: (body) => pipeline(body, createWriteStream(copy, { mode: 0o600, flush: true }), { signal }),
        object,
      });
      const good = beside.filter(({ key }) => !verified.damaged.has(key));
      for (const file of good) await object(file.key, readBeside(source.place, file, source.key), file.bytes);
      return verified;
    });
  });
}

/**
 * Like `restoreBackup`, but restores a continuous backup: the newest, or the one of a name.
 * @throws BadArchive if there is none
 */
export async function restoreNewestMinute(
  config: UpstreamConfig,
  { place, key, name = LATEST }: Pick<BackupSource, "place" | "key"> & { name?: string },
  { dryRun = false, replace = false, incomplete = false, progress = async () => {}, stopSignal }: Options = {},
): Promise<Restored> {
  return within(config, replace, async (objects) => {
    const readInto = async (copy: string, object: BackupVisitor["object"]) => {
      const sizes = new Map<string, number>();
      const found = await readNewestMinute(
        { place, key, name, file: copy },
        {
          async object(name, body, bytes) {
            await object(name, body, bytes);
            sizes.set(name, bytes);
          },
        },
      );
      if (!found) throw new BadArchive(`${place.shown} 里没有${name === LATEST ? "每分钟的副本" : ` ${name}`}`);
      const { manifest, damaged, until } = found;
      const verified = await checkDatabaseFile(copy, manifest, { sizes, damaged });
      requireFitting(config, verified, incomplete);
      return Object.assign(verified, { at: until });
    };
    if (dryRun) {
      const verified = await inWorkFolder(config, (copy) => readInto(copy, readToItsEnd));
      return Object.assign(verified, { wasReadOnly: false });
    }
    return bringIn(config, { objects, replace, stopSignal }, (copy, signal) =>
      readInto(copy, putInto(objects, progress, signal)),
    );
  });
}

async function readToItsEnd(_: string, body: AsyncIterable<Uint8Array>): Promise<void> {
  for await (const _chunk of body);
}

async function within<T>(
  config: UpstreamConfig,
  replace: boolean,
  work: (objects: ObjectStore) => Promise<T>,
): Promise<T> {
  const objects = createObjectStore(config, () => new Date());
  try {
    if (!replace) await requireEmpty(config, objects);
    return await work(objects);
  } finally {
    await objects.close();
  }
}

function requireFitting(
  { database }: UpstreamConfig,
  { manifest, problems, lacking }: Verified,
  incomplete: boolean,
): void {
  if (problems.length > 0) throw new BackupError(`备份不完好，没有恢复：\n${problems.slice(0, 20).join("\n")}`);
  if (lacking.length > 0 && !incomplete) {
    const which = lacking.slice(0, 20).join("\n");
    throw new BackupError(
      `备份里有 ${lacking.length} 个文件不对，没有恢复；不要它们也要恢复，就加上 --incomplete：\n${which}`,
    );
  }
  if (manifest.database !== database.kind) {
    throw new BackupError(`这是 ${manifest.database} 的备份，而设置里是 ${database.kind}：请改好 DATABASE_URL`);
  }
  if (!Object.hasOwn(migrations, manifest.migration)) {
    throw new BackupError(`备份来自更新的版本（${manifest.migration}）：请先升级程序`);
  }
}

function putInto(objects: ObjectStore, progress: (files: number) => Promise<void>, signal: AbortSignal) {
  let files = 0;
  return async (key: string, body: AsyncIterable<Uint8Array>, bytes: number) => {
    signal.throwIfAborted();
    const contentType = contentTypeOf(key);
    if (!contentType) throw new BadArchive(`备份里有不认识的文件：${key}`);
    await objects.putStream(key, body, { bytes, contentType });
    files += 1;
    await progress(files);
  };
}

async function inWorkFolder<T>({ dataDir }: UpstreamConfig, work: (copy: string) => Promise<T>): Promise<T> {
  await makeFolder(dataDir, 0o700);
  const folder = await makeWorkFolder(dataDir, ".restoring");
  try {
    return await work(join(folder, "database"));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function bringIn(
  config: UpstreamConfig,
  { objects, replace, stopSignal }: { objects: ObjectStore; replace: boolean; stopSignal: Options["stopSignal"] },
  read: (copy: string, signal: AbortSignal) => Promise<Omit<Restored, "wasReadOnly">>,
): Promise<Restored> {
  const { database } = config;
  const signal = stopSignal?.() ?? new AbortController().signal;
  const putBack = replace ? await setAside(config) : null;
  try {
    return await inWorkFolder(config, async (copy) => {
      const verified = await read(copy, signal);
      signal.throwIfAborted();
      if (database.kind === "postgres") await restoreDump(database, copy);
      const { wasReadOnly } = await makeAnother(database.kind === "sqlite" ? { kind: "sqlite", file: copy } : database);
      if (database.kind === "sqlite") await rename(copy, database.file);
      return Object.assign(verified, { wasReadOnly });
    });
  } catch (error) {
    if (putBack) await putBack();
    // The store was empty before.
    else await removeAll(objects);
    throw signal.aborted ? new BackupError("按要求停下了，没有恢复，原来的都在") : error;
  }
}

/**
 * Makes the restored database that of another site: the one of the backup may still be running, with the same settings.
 * If it was closed for a change of machines, or because it had moved, that does not apply to the new one, to which its
 * owner could not even log in.
 */
async function makeAnother(database: DatabaseConfig): Promise<{ wasReadOnly: boolean }> {
  const connection = await connect(database);
  try {
    await markRestored(connection.db);
    const deleted = await connection.db
      .deleteFrom("site_settings")
      .where("key", "=", "read-only")
      .returning("key")
      .execute();
    return { wasReadOnly: deleted.length > 0 };
  } finally {
    await connection.close();
  }
}

async function removeAll(objects: ObjectStore): Promise<void> {
  for (let listed = await objects.list("", 500); listed.length > 0; listed = await objects.list("", 500)) {
    for (const { key } of listed) await objects.remove(key);
  }
}
