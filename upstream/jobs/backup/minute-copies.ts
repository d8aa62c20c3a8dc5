import { randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { makeFolder } from "#runtime/make-folder";
import { DAY, MINUTE, SECOND } from "#runtime/time-units";
import type { Services } from "#upstream/call/context";
import { openSqlite, type SqliteDatabase } from "#upstream/db/sqlite";
import { seal, sealedLength } from "#upstream/services/archive/sealed-stream";
import type { BackupPlace } from "#upstream/services/backup-place/backup-place";
import { backupName } from "./backups";
import { copyBeside, filesIn } from "./files-beside";
import { endLease, holdLease } from "./lease";
import { MANIFEST } from "./manifest";
import { createLogReader, type LogPlace } from "./write-ahead-log";
import { manifestOf } from "./write-backup";

/** Folder of a location with copies of the log, in one folder per base copy of the database. */
export const MINUTES = "minutes/";
/** File of the base copy of the database. */
export const BASE = "base.db";
const LEASE = "minute-copies";
/** Bytes of the log from which it is checkpointed into the database. */
const LOG_LONG = 4 * 1024 ** 2;
/** Bytes of copied log after which a new base copy is made, unless the database is larger. */
const COPIED_MAX = 64 * 1024 ** 2;
/** Milliseconds to wait for others' transactions, and between two attempts. */
const PATIENCE = 5 * SECOND;
const PAUSE = 20;

type Generation = {
  folder: string;
  began: number;
  baseBytes: number;
  /** Number of the log since the base copy, and the position up to which it was read. */
  log: number;
  place: LogPlace | null;
  copied: number;
};

/** Continuous backup, minute by minute. */
export type MinuteCopies = {
  /** Copies what was written since the last call, unless another process does. */
  copy(): Promise<void>;
  close(): Promise<void>;
};

/**
 * Copies SQLite's write-ahead log to the backup location, with the files uploaded meanwhile. A separate connection
 * keeps a read transaction open, so that nobody can restart the log before it was copied; it is released only while
 * holding the write lock.
 */
export function createMinuteCopies(services: Services, place: BackupPlace, file: string): MinuteCopies {
  const { config, clock } = services;
  const secret = config.backupKey;
  const lease = { name: LEASE, holder: randomUUID() };
  let open: { reader: SqliteDatabase; writer: SqliteDatabase; log: ReturnType<typeof createLogReader> } | null = null;
  let generation: Generation | null = null;
  /** Parts that were read but not written yet. */
  let waiting: { name: string; bytes: Buffer }[] = [];
  let files: Set<string> | null = null;

  function close(): void {
    if (!open) return;
    const { reader, writer, log } = open;
    open = null;
    generation = null;
    waiting = [];
    log.close();
    reader.leave();
    writer.leave();
  }

  async function locked<T>(writer: SqliteDatabase, work: () => T): Promise<T> {
    const until = performance.now() + PATIENCE;
    for (;;) {
      try {
        writer.exec("begin immediate");
        break;
      } catch (error) {
        if (performance.now() > until) throw error;
        await wait(PAUSE);
      }
    }
    try {
      return work();
    } finally {
      writer.exec("rollback");
    }
  }

  const readOn = (reader: SqliteDatabase) => {
    reader.exec("begin");
    reader.prepare("select count(*) as count from sqlite_schema").get([]);
  };

  const put = (name: string, bytes: Buffer) =>
    place.put(name, seal([bytes], secret), sealedLength(bytes.byteLength, secret));

  async function begin(): Promise<Generation> {
    close();
    const reader = openSqlite(file);
    const writer = openSqlite(file);
    readOn(reader);
    open = { reader, writer, log: createLogReader(`${file}-wal`) };
    const folder = `${MINUTES}${backupName(clock()).replace(/\.tar$/, "")}-${randomUUID().slice(0, 8)}/`;
    const begun: Generation = { folder, began: clock().getTime(), baseBytes: 0, log: 0, place: null, copied: 0 };
    await locked(writer, () => {
      reader.exec("rollback");
      readOn(reader);
      take(begun);
    });
    await makeFolder(place.workFolder, 0o700);
    const copy = join(place.workFolder, `.base-${process.pid}.part`);
    try {
      await rm(copy, { force: true });
      await reader.copyTo(copy);
      begun.baseBytes = (await stat(copy)).size;
      await place.put(`${folder}${BASE}`, seal(createReadStream(copy), secret), sealedLength(begun.baseBytes, secret));
    } finally {
      await rm(copy, { force: true });
    }
    return begun;
  }

  /** Reads new parts of the log, while nobody writes. */
  function take(of: Generation): void {
    const part = open?.log.readFrom(of.place);
    if (!part) return;
    if (of.place && part.place.salt !== of.place.salt) of.log += 1;
    of.place = part.place;
    of.copied += part.bytes.byteLength;
    if (part.bytes.byteLength === 0) return;
    const number = (count: number, digits: number) => String(count).padStart(digits, "0");
    waiting.push({ name: `${of.folder}${number(of.log, 6)}-${number(part.offset, 12)}.wal`, bytes: part.bytes });
  }

  /** Checkpoints the log into the database, so that the next writer restarts it. */
  function writeBack(reader: SqliteDatabase): void {
    reader.exec("rollback");
    reader.prepare("pragma wal_checkpoint(passive)").all([]);
    readOn(reader);
  }

  async function copyFiles(): Promise<void> {
    const since = new Date(clock().getTime() - 2 * DAY).toISOString();
    const rows = await services.db
      .selectFrom("objects")
      .select("key")
      .where("confirmed", "=", 1)
      .where("created_at", ">", since)
      .execute();
    if (rows.length === 0) return;
    files ??= new Set((await filesIn(place)).keys());
    for (const { key } of rows) {
      if (files.has(key)) continue;
      await copyBeside({ objects: services.objects, place, secret }, key);
      files.add(key);
    }
  }

  async function removeOthers({ folder }: Generation): Promise<void> {
    for (const { name } of await place.list(MINUTES)) if (!name.startsWith(folder)) await place.remove(name);
  }

  async function copy(): Promise<void> {
    if (!(await holdLease(services, { ...lease, milliseconds: 3 * MINUTE }))) return close();
    const old = generation;
    const full = old && old.copied > Math.max(COPIED_MAX, old.baseBytes);
    if (!old || full || clock().getTime() - old.began > DAY) {
      const begun = await begin();
      await put(`${begun.folder}${MANIFEST}`, Buffer.from(JSON.stringify(await manifestOf(services))));
      generation = begun;
    } else if (open) {
      const { reader, writer } = open;
      await locked(writer, () => {
        take(old);
        if ((old.place?.bytes ?? 0) > LOG_LONG) writeBack(reader);
      });
    }
    await copyFiles();
    for (let next = waiting[0]; next; next = waiting[0]) {
      await put(next.name, next.bytes);
      waiting.shift();
    }
    if (generation && generation !== old) await removeOthers(generation);
  }

  return {
    async copy() {
      try {
        await copy();
      } catch (error) {
        // Later parts are useless without a missing one, so a new base copy is started.
        close();
        throw error;
      }
    },
    async close() {
      if (open) await copy().catch(close);
      close();
      await endLease(services, lease);
    },
  };
}
