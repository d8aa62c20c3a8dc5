import { createReadStream } from "node:fs";
import { mkdir, mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { sql } from "kysely";
import type { Services } from "#upstream/call/context";
import type { Db } from "#upstream/db/dialect";
import { writeTar } from "#upstream/services/archive/write-tar";
import { BackupError, copyDatabase, DATABASE_FILES } from "./database-copy";
import { MANIFEST, type Manifest, OBJECTS } from "./manifest";

/** Files asked for at a time. */
const LISTED = 500;
/** Files that nobody has looked at yet, what was only tried, and copies stamped for a reader: gone within a day. */
const PASSING = /^(?:upload|trial|preview)\//;

/** A backup that was written. */
export type Written = { bytes: number; files: number };

/**
 * Writes everything into one archive: what it is, the database as it is at one moment, then each file of the store. It
 * has at least the files that this database names, since files come later than what names them and go a week after.
 * @throws BackupError, or what the store throws; nothing is left then
 */
export async function writeBackup(
  services: Pick<Services, "config" | "connection" | "db" | "objects" | "clock">,
  file: string,
  progress: (done: number) => Promise<void> = async () => {},
): Promise<Written> {
  const { objects, connection } = services;
  await mkdir(dirname(file), { recursive: true, mode: 0o700 }).catch(unwritable);
  // Beside the archive: there has to be room for it anyway.
  const folder = await mkdtemp(join(dirname(file), ".backup-")).catch(unwritable);
  try {
    const database = join(folder, "database");
    await copyDatabase(services, database);
    let files = 0;
    const { bytes } = await writeTar(file, async (tar) => {
      const manifest = Buffer.from(JSON.stringify(await manifestOf(services), null, 2));
      await tar.add(MANIFEST, manifest.byteLength, [manifest]);
      const { size } = await stat(database);
      await tar.add(DATABASE_FILES[connection.kind], size, createReadStream(database));
      await rm(database);
      for (let after = ""; ; ) {
        const listed = await objects.list(after, LISTED);
        for (const { key } of listed) {
          if (PASSING.test(key)) continue;
          const object = await objects.open(key);
          // Gone since it was listed.
          if (!object) continue;
          await tar.add(`${OBJECTS}${key}`, object.bytes, chunksOf(object.stream));
          files += 1;
        }
        await progress(files);
        const last = listed.at(-1);
        if (!last) break;
        after = last.key;
      }
    });
    return { bytes, files };
  } catch (error) {
    throw isFull(error) ? new BackupError("备份没有写完：盘满了") : error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const isFull = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === "ENOSPC";

function unwritable(error: NodeJS.ErrnoException): never {
  throw new BackupError(`备份的位置写不进去：${error.message}`);
}

async function manifestOf({
  clock,
  connection,
  db,
  config,
}: Pick<Services, "config" | "connection" | "db" | "clock">): Promise<Manifest> {
  return {
    format: 1,
    createdAt: clock().toISOString(),
    database: connection.kind,
    migration: await newestMigration(db),
    publicOrigin: config.publicOrigin,
  };
}

/** Name of the newest migration that the database has seen. */
export async function newestMigration(db: Db): Promise<string> {
  const { rows } = await sql<{ name: string | null }>`select max(name) as name from kysely_migration`.execute(db);
  return rows[0]?.name ?? "";
}

/** The bytes of a body as they come. */
export async function* chunksOf(body: BodyInit): AsyncGenerator<Uint8Array> {
  for await (const chunk of (new Response(body).body ?? []) as unknown as AsyncIterable<Uint8Array>) yield chunk;
}

/** A folder of its own for what is looked at and thrown away; never where others can read it. */
export const workFolder = (): Promise<string> => mkdtemp(join(tmpdir(), "shequ-backup-"));
