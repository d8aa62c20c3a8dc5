import { createReadStream } from "node:fs";
import { rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { sql } from "kysely";
import { makeFolder } from "#runtime/make-folder";
import { isDiskFull, systemWords } from "#runtime/system-error";
import { makeWorkFolder } from "#runtime/work-folder";
import type { Services } from "#upstream/call/context";
import type { Db } from "#upstream/db/dialect";
import { type TarWriter, writeTar } from "#upstream/services/archive/write-tar";
import type { BackupPlace } from "#upstream/services/backup-place/backup-place";
import type { ListedObject } from "#upstream/services/storage/list-objects";
import { isPassingKey } from "#upstream/services/storage/object-key";
import { chunksOf } from "./chunks-of";
import { BackupError, copyDatabase, DATABASE_FILES } from "./database-copy";
import { copyBeside, type FileBeside, listOf } from "./files-beside";
import { FILES_BESIDE, MANIFEST, type Manifest, OBJECTS } from "./manifest";
import { openedFiles } from "./opened-files";

/** Files per listing request. */
const LISTED = 500;

/** Services needed to write a backup. */
export type BackedUp = Pick<Services, "config" | "connection" | "db" | "objects" | "clock">;

/** A backup that was written. */
export type Written = { bytes: number; files: number };

type Options = {
  /** Location for files of the store that it does not have yet; without it all go into the archive. */
  beside?: BackupPlace | null;
  progress?: (done: number) => Promise<void>;
};

/**
 * Writes everything into one archive: a manifest, a consistent copy of the database, then each file of the store. It
 * contains the files that this database references, because files are stored before their references and deleted a week
 * after, except those that somebody deletes with their account meanwhile. With a BACKUP_KEY it is encrypted.
 * @throws BackupError, or whatever the store throws; no partial file remains
 */
export async function writeBackup(
  services: BackedUp,
  file: string,
  { beside = null, progress = async () => {} }: Options = {},
): Promise<Written> {
  const { connection, config } = services;
  await makeFolder(dirname(file), 0o700).catch(unwritable);
  // Next to the archive, whose disk needs enough space anyway.
  const folder = await makeWorkFolder(dirname(file), ".backup").catch(unwritable);
  try {
    const database = join(folder, "database");
    await copyDatabase(services, database);
    let files = 0;
    const fill = async (tar: TarWriter) => {
      const manifest = { ...(await manifestOf(services)), files: beside ? "beside" : "inside" } as const;
      await addWhole(tar, MANIFEST, Buffer.from(JSON.stringify(manifest, null, 2)));
      if (beside) {
        const listed = await copyNew(services, beside, progress);
        files = listed.length;
        await addWhole(tar, FILES_BESIDE, listOf(listed));
      }
      const { size } = await stat(database);
      await tar.add(DATABASE_FILES[connection.kind], size, createReadStream(database));
      await rm(database);
      if (!beside) files = await addObjects(services, tar, progress);
    };
    const { bytes } = await writeTar(file, fill, config.backupKey);
    return { bytes, files };
  } catch (error) {
    throw isDiskFull(error) ? new BackupError(`备份没有写完：${dirname(file)} 所在的盘满了`) : error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const addWhole = (tar: TarWriter, name: string, bytes: Buffer) => tar.add(name, bytes.byteLength, [bytes]);

/** Lists the store's files that are worth backing up, page by page. */
export async function* pagesOf({ objects }: Pick<BackedUp, "objects">): AsyncGenerator<ListedObject[]> {
  for (let after = ""; ; ) {
    const listed = await objects.list(after, LISTED);
    yield listed.filter(({ key }) => !isPassingKey(key));
    const last = listed.at(-1);
    if (!last) return;
    after = last.key;
  }
}

async function addObjects(services: BackedUp, tar: TarWriter, progress: (done: number) => Promise<void>) {
  let files = 0;
  for await (const page of pagesOf(services)) {
    for (const { key } of page) {
      const object = await services.objects.open(key);
      // Deleted since it was listed.
      if (!object) continue;
      await tar.add(`${OBJECTS}${key}`, object.bytes, chunksOf(object.stream));
      files += 1;
    }
    await progress(files);
  }
  return files;
}

/** Copies files that the location does not have yet, or not with this BACKUP_KEY. @returns all files of the store */
async function copyNew(
  services: BackedUp,
  place: BackupPlace,
  progress: (done: number) => Promise<void>,
): Promise<FileBeside[]> {
  const secret = services.config.backupKey;
  const there = await openedFiles(place, secret);
  const files: FileBeside[] = [];
  for await (const page of pagesOf(services)) {
    for (const { key } of page) {
      const file = (await there.find(key)) ?? (await copyBeside({ objects: services.objects, place, secret }, key));
      if (file) files.push(file);
    }
    await progress(files.length);
  }
  await there.remember();
  return files;
}

function unwritable(error: NodeJS.ErrnoException): never {
  throw new BackupError(`备份的位置写不进去：${systemWords(error) ?? error.message}`);
}

/** Describes the current site. */
export async function manifestOf({ clock, connection, db, config }: BackedUp): Promise<Manifest> {
  return {
    format: 1,
    createdAt: clock().toISOString(),
    database: connection.kind,
    migration: await newestMigration(db),
    publicOrigin: config.publicOrigin,
    files: "beside",
  };
}

/** Name of the newest migration applied to the database. */
export async function newestMigration(db: Db): Promise<string> {
  const { rows } = await sql<{ name: string | null }>`select max(name) as name from kysely_migration`.execute(db);
  return rows[0]?.name ?? "";
}

/** Creates a private temporary folder; never in a place where others can read it. */
export const workFolder = (): Promise<string> => makeWorkFolder(tmpdir(), "shequ-backup");
