import { createReadStream, createWriteStream } from "node:fs";
import { rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { connect, type Db } from "#upstream/db/dialect";
import { findBrokenLink } from "#upstream/policy/audit-log";
import { BadArchive } from "#upstream/services/archive/bad-archive";
import { readTar } from "#upstream/services/archive/read-tar";
import type { BackupPlace } from "#upstream/services/backup-place/backup-place";
import { createFolderPlace } from "#upstream/services/backup-place/folder-place";
import { isPassingKey } from "#upstream/services/storage/object-key";
import { DATABASE_FILES, listDump } from "./database-copy";
import { type Damaged, type FileBeside, readList, takeBeside } from "./files-beside";
import { FILES_BESIDE, MANIFEST, type Manifest, OBJECTS, readManifest } from "./manifest";
import { newestMigration, workFolder } from "./write-backup";

/** Maximum bytes of a manifest, and of the file list. */
const MANIFEST_MAX = 64 * 1024;
const LIST_MAX = 512 * 1024 ** 2;

/** Result of a verification. */
export type Verified = {
  manifest: Manifest;
  files: number;
  /** Problems of the database. */
  problems: string[];
  /** Problems of files: those that are damaged, and those that the database needs and the backup lacks. */
  lacking: string[];
  /** Those of the files beside the backup, which are among `lacking`. */
  damaged: Damaged;
};

/** A backup, and the location of the files beside it. */
export type BackupSource = {
  /** Display name. */
  shown: string;
  place: BackupPlace;
  /** Streams the backup. @throws BadArchive if it does not exist */
  open(): Promise<AsyncIterable<Uint8Array>>;
  /** Size in bytes; 0 if unknown. */
  bytes: number;
  /** BACKUP_KEY. */
  key: string;
};

/** Opens a local archive. @throws Error with ENOENT */
export async function archiveAt(file: string, key = ""): Promise<BackupSource> {
  const { size } = await stat(file);
  return {
    shown: file,
    place: createFolderPlace(dirname(file)),
    open: async () => createReadStream(file),
    bytes: size,
    key,
  };
}

/** Opens an archive in a backup location. */
export function archiveIn(place: BackupPlace, name: string, key: string): BackupSource {
  return {
    shown: name,
    place,
    bytes: 0,
    key,
    async open() {
      const found = await place.open(name);
      if (!found) throw new BadArchive(`${place.shown} 里没有 ${name}`);
      return found;
    },
  };
}

/** Callbacks for a backup's parts, in their order. */
export type BackupVisitor = {
  database(body: AsyncIterable<Uint8Array>, manifest: Manifest): Promise<void>;
  object(key: string, body: AsyncIterable<Uint8Array>, bytes: number): Promise<void>;
};

/**
 * Reads a backup's archive completely.
 * @returns its manifest, and the files beside it, which remain to be read
 * @throws BadArchive if it is damaged, truncated or not a backup
 */
export async function readBackup(
  source: BackupSource,
  taker: BackupVisitor,
): Promise<{ manifest: Manifest; beside: FileBeside[] }> {
  let manifest: Manifest | null = null;
  let beside: FileBeside[] = [];
  let hasDatabase = false;
  const take = async ({ name, bytes, body }: { name: string; bytes: number; body: AsyncIterable<Uint8Array> }) => {
    if (manifest === null) {
      if (name !== MANIFEST || bytes > MANIFEST_MAX) throw new BadArchive("这不是本站的备份");
      manifest = readManifest(await textOf(body));
    } else if (name === FILES_BESIDE && bytes <= LIST_MAX) beside = readList(await textOf(body));
    else if (name === DATABASE_FILES[manifest.database]) {
      hasDatabase = true;
      await taker.database(body, manifest);
    } else if (name.startsWith(OBJECTS)) await taker.object(name.slice(OBJECTS.length), body, bytes);
    else throw new BadArchive(`备份里有不认识的文件：${name}`);
  };
  await readTar(await source.open(), take, source.key);
  const known = manifest as Manifest | null;
  if (known === null || !hasDatabase) throw new BadArchive("备份里没有数据库");
  return { manifest: known, beside };
}

async function textOf(body: AsyncIterable<Uint8Array>): Promise<string> {
  const parts: Uint8Array[] = [];
  for await (const part of body) parts.push(part);
  return Buffer.concat(parts).toString("utf8");
}

/**
 * Verifies a backup: the checksum of each file, the database by opening it, and whether every referenced file exists.
 * For PostgreSQL the dump is listed; only restoring it proves more.
 * @throws BadArchive if it is damaged, truncated or not a backup; BackupError without PostgreSQL's programs
 */
export async function verifyBackup(
  source: BackupSource,
  progress: (done: number) => Promise<void> = async () => {},
): Promise<Verified> {
  const folder = await workFolder();
  try {
    const database = join(folder, "shequ.db");
    const sizes = new Map<string, number>();
    const object: BackupVisitor["object"] = async (key, body, bytes) => {
      for await (const _ of body);
      sizes.set(key, bytes);
      if (sizes.size % 100 === 0) await progress(sizes.size);
    };
    const { manifest, beside } = await readBackup(source, {
      database: (body) => pipeline(body, createWriteStream(database, { mode: 0o600 })),
      object,
    });
    const damaged = await takeBeside(source, beside, object);
    if (manifest.database === "sqlite") return await checkDatabaseFile(database, manifest, { sizes, damaged });
    await listDump(database);
    return { manifest, files: sizes.size, problems: [], lacking: [...damaged.values()], damaged };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Files that were read from a backup: the sizes of the good ones, and what is wrong with the others. */
type ReadFiles = { sizes: ReadonlyMap<string, number>; damaged: Damaged };

/** Verifies a database file, and that the files it references are there. @throws BadArchive if it can't be read */
export async function checkDatabaseFile(
  file: string,
  manifest: Manifest,
  { sizes, damaged }: ReadFiles,
): Promise<Verified> {
  const connection = await connect({ kind: "sqlite", file }).catch((error: Error) => {
    throw new BadArchive(`备份里的数据库打不开：${error.message}`, { cause: error });
  });
  try {
    const { sqlite, db } = connection;
    const integrity = sqlite?.prepare("pragma integrity_check").all([]) as { integrity_check: string }[];
    const foreign = sqlite?.prepare("pragma foreign_key_check").all([]) ?? [];
    const problems: string[] = [];
    if (integrity[0]?.integrity_check !== "ok") problems.push("数据库的内部结构损坏");
    if (foreign.length > 0) problems.push(`有 ${foreign.length} 行指向不存在的行`);
    if ((await newestMigration(db)) !== manifest.migration) problems.push("数据库的版本与备份所说的不一致");
    const broken = await findBrokenLink(db);
    if (broken !== null) problems.push(`操作日志从第 ${broken} 条起对不上`);
    const lacking = [...damaged.values(), ...(await filesLacking(db, { sizes, damaged }))];
    return { manifest, files: sizes.size, problems, lacking, damaged };
  } catch (error) {
    throw new BadArchive(`备份里的数据库读不了：${(error as Error).message}`, { cause: error });
  } finally {
    await connection.close();
  }
}

async function filesLacking(db: Db, { sizes, damaged }: ReadFiles): Promise<string[]> {
  const lacking: string[] = [];
  for (let after = ""; ; ) {
    const rows = await db
      .selectFrom("objects")
      // Whatever columns its version of the schema has.
      .selectAll()
      .where("confirmed", "=", 1)
      .where("key", ">", after)
      .orderBy("key")
      .limit(1_000)
      .execute();
    for (const { key, bytes, unused_since } of rows) {
      const found = sizes.get(key);
      // An unused file may be deleted while the backup is written.
      if (found === Number(bytes) || isPassingKey(key) || unused_since || damaged.has(key)) continue;
      lacking.push(found === undefined ? `缺少文件 ${key}` : `文件 ${key} 的大小不对`);
    }
    const last = rows.at(-1);
    if (!last) return lacking;
    after = last.key;
  }
}
