import { createReadStream } from "node:fs";
import { mkdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { sql } from "kysely";
import { makeWorkFolder } from "#runtime/work-folder";
import type { Services } from "#upstream/call/context";
import type { Db } from "#upstream/db/dialect";
import { type TarWriter, writeTar } from "#upstream/services/archive/write-tar";
import type { BackupPlace } from "#upstream/services/backup-place/backup-place";
import type { ListedObject } from "#upstream/services/storage/list-objects";
import { chunksOf } from "./chunks-of";
import { BackupError, copyDatabase, DATABASE_FILES } from "./database-copy";
import { copyBeside, type FileBeside, filesIn, listOf } from "./files-beside";
import { FILES_BESIDE, MANIFEST, type Manifest, OBJECTS } from "./manifest";

/** Files asked for at a time. */
const LISTED = 500;
/** Files that nobody has looked at yet, what was only tried, and copies stamped for a reader: gone within a day. */
const PASSING = /^(?:upload|trial|preview)\//;

/** Parts of the site that a backup is made of. */
export type BackedUp = Pick<Services, "config" | "connection" | "db" | "objects" | "clock">;

/** A backup that was written. */
export type Written = { bytes: number; files: number };

type Options = {
  /** Files of the store go here, those that are not there yet; without it all go into the archive. */
  beside?: BackupPlace | null;
  progress?: (done: number) => Promise<void>;
};

/**
 * Writes everything into one archive: what it is, the database as it is at one moment, then each file of the store. It
 * has at least the files that this database names, since files come later than what names them and go a week after.
 * Where there is a BACKUP_KEY it is sealed.
 * @throws BackupError, or what the store throws; nothing is left then
 */
export async function writeBackup(
  services: BackedUp,
  file: string,
  { beside = null, progress = async () => {} }: Options = {},
): Promise<Written> {
  const { connection, config } = services;
  await mkdir(dirname(file), { recursive: true, mode: 0o700 }).catch(unwritable);
  // Beside the archive: there has to be room for it anyway.
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
    throw isFull(error) ? new BackupError("备份没有写完：盘满了") : error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const addWhole = (tar: TarWriter, name: string, bytes: Buffer) => tar.add(name, bytes.byteLength, [bytes]);

/** Each file of the store that is worth keeping, page by page of its listing. */
export async function* pagesOf({ objects }: Pick<BackedUp, "objects">): AsyncGenerator<ListedObject[]> {
  for (let after = ""; ; ) {
    const listed = await objects.list(after, LISTED);
    yield listed.filter(({ key }) => !PASSING.test(key));
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
      // Gone since it was listed.
      if (!object) continue;
      await tar.add(`${OBJECTS}${key}`, object.bytes, chunksOf(object.stream));
      files += 1;
    }
    await progress(files);
  }
  return files;
}

/** Copies what is not in the place yet. @returns all that the store has */
async function copyNew(
  services: BackedUp,
  place: BackupPlace,
  progress: (done: number) => Promise<void>,
): Promise<FileBeside[]> {
  const secret = services.config.backupKey;
  const there = await filesIn(place);
  const files: FileBeside[] = [];
  for await (const page of pagesOf(services)) {
    for (const { key } of page) {
      const file = there.get(key) ?? (await copyBeside({ objects: services.objects, place, secret }, key));
      if (file) files.push(file);
    }
    await progress(files.length);
  }
  return files;
}

const isFull = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === "ENOSPC";

function unwritable(error: NodeJS.ErrnoException): never {
  throw new BackupError(`备份的位置写不进去：${error.message}`);
}

/** Description of the site as it is now. */
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

/** Name of the newest migration that the database has seen. */
export async function newestMigration(db: Db): Promise<string> {
  const { rows } = await sql<{ name: string | null }>`select max(name) as name from kysely_migration`.execute(db);
  return rows[0]?.name ?? "";
}

/** A folder of its own for what is looked at and thrown away; never where others can read it. */
export const workFolder = (): Promise<string> => makeWorkFolder(tmpdir(), "shequ-backup");
