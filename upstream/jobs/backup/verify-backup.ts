import { createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { connect, type Db } from "#upstream/db/dialect";
import { findBrokenLink } from "#upstream/policy/audit-log";
import { BadArchive, readTar } from "#upstream/services/archive/read-tar";
import { DATABASE_FILES, listDump } from "./database-copy";
import { MANIFEST, type Manifest, OBJECTS, readManifest } from "./manifest";
import { newestMigration, workFolder } from "./write-backup";

/** Bytes of a manifest. */
const MANIFEST_MAX = 64 * 1024;

/** Findings in an archive; without problems it can be restored. */
export type Verified = { manifest: Manifest; files: number; problems: string[] };

/**
 * Looks a backup through: each file by its checksum, the database by opening it, and whether every file that it names is
 * there. Of PostgreSQL the dump is listed; only restoring it proves more.
 * @throws BadArchive for what is damaged, cut off or no backup; BackupError without the programs of PostgreSQL
 */
export async function verifyBackup(
  file: string,
  progress: (done: number) => Promise<void> = async () => {},
): Promise<Verified> {
  const folder = await workFolder();
  try {
    const database = join(folder, "shequ.db");
    const sizes = new Map<string, number>();
    let manifest: Manifest | null = null;
    let done = 0;
    await readTar(file, async ({ name, bytes, body }) => {
      if (manifest === null) {
        if (name !== MANIFEST || bytes > MANIFEST_MAX) throw new BadArchive("这不是本站的备份");
        const parts: Uint8Array[] = [];
        for await (const part of body) parts.push(part);
        manifest = readManifest(Buffer.concat(parts).toString("utf8"));
      } else if (name === DATABASE_FILES[manifest.database]) {
        await pipeline(body, createWriteStream(database, { mode: 0o600 }));
        sizes.set(name, bytes);
      } else if (name.startsWith(OBJECTS)) {
        sizes.set(name, bytes);
        done += 1;
        if (done % 100 === 0) await progress(done);
      } else throw new BadArchive(`备份里有不认识的文件：${name}`);
    });
    const known = manifest as Manifest | null;
    if (known === null || !sizes.has(DATABASE_FILES[known.database])) throw new BadArchive("备份里没有数据库");
    const problems = known.database === "sqlite" ? await lookInto(database, known, sizes) : [];
    if (known.database === "postgres") await listDump(database);
    return { manifest: known, files: done, problems };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function lookInto(file: string, manifest: Manifest, sizes: ReadonlyMap<string, number>): Promise<string[]> {
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
    return [...problems, ...(await missingFiles(db, sizes))];
  } catch (error) {
    throw new BadArchive(`备份里的数据库读不了：${(error as Error).message}`, { cause: error });
  } finally {
    await connection.close();
  }
}

/** Files that the database names and the archive has not, or of another size. */
async function missingFiles(db: Db, sizes: ReadonlyMap<string, number>): Promise<string[]> {
  const problems: string[] = [];
  for (let after = ""; ; ) {
    const rows = await db
      .selectFrom("objects")
      .select(["key", "bytes"])
      .where("confirmed", "=", 1)
      .where("key", ">", after)
      .orderBy("key")
      .limit(1_000)
      .execute();
    for (const { key, bytes } of rows) {
      const found = sizes.get(`${OBJECTS}${key}`);
      if (found === undefined) problems.push(`缺少文件 ${key}`);
      else if (found !== Number(bytes)) problems.push(`文件 ${key} 的大小不对`);
    }
    const last = rows.at(-1);
    if (!last) return problems;
    after = last.key;
  }
}
