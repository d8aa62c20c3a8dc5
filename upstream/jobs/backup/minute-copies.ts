import { randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { makeFolder } from "#runtime/make-folder";
import { DAY, MINUTE } from "#runtime/time-units";
import { isoAgo, type Services } from "#upstream/call/context";
import { leftIn, requireOurs } from "#upstream/modules/backup/claim";
import { seal, sealedLength } from "#upstream/services/archive/sealed-stream";
import type { BackupPlace } from "#upstream/services/backup-place/backup-place";
import { isPassingKey } from "#upstream/services/storage/object-key";
import { stampOf } from "./backups";
import { copyBeside } from "./files-beside";
import { type HeldLog, holdLog } from "./held-log";
import { endLease, holdLease, LeaseLost, renewLease, whileRenewing } from "./lease";
import { MANIFEST } from "./manifest";
import { type OpenedFiles, openedFiles } from "./opened-files";
import type { LogPlace } from "./write-ahead-log";
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

/** A base copy of the database, with the copies of the log since. */
type Generation = {
  /** Folder of the backup location, with a `/` at its end. */
  folder: string;
  began: number;
  baseBytes: number;
  /** Number of the log since the base copy; the next one begins when SQLite restarts it. */
  logNumber: number;
  /** Position up to which the log was read. */
  place: LogPlace | null;
  copiedBytes: number;
};

/** Continuous backup, minute by minute. */
export type MinuteCopies = {
  /** Copies what was written since the last call, unless another process does. */
  copy(): Promise<void>;
  close(): Promise<void>;
};

/**
 * Copies SQLite's write-ahead log to the backup location, with the files uploaded meanwhile. What was read of the log
 * waits in memory until the location has taken it.
 */
export function createMinuteCopies(services: Services, place: BackupPlace, file: string): MinuteCopies {
  const { config, clock } = services;
  const secret = config.backupKey;
  const lease = { name: LEASE, holder: randomUUID(), milliseconds: 3 * MINUTE };
  let log: HeldLog | null = null;
  let generation: Generation | null = null;
  /** Parts of the log that were read but not stored yet. */
  let waiting: { name: string; bytes: Buffer }[] = [];
  /** Files that the location had when it was asked; null until then. */
  let there: OpenedFiles | null = null;
  /** Keys of uploaded files that it has. */
  const files = new Set<string>();

  function close(): void {
    log?.close();
    log = null;
    generation = null;
    waiting = [];
  }

  const put = (name: string, bytes: Buffer) =>
    place.put(name, seal([bytes], secret), sealedLength(bytes.byteLength, secret));

  /** Begins a generation: stores a base copy of the database and its manifest. */
  async function begin(): Promise<Generation> {
    close();
    const held = holdLog(file);
    log = held;
    const folder = `${MINUTES}shequ-${stampOf(clock())}-${randomUUID().slice(0, 8)}/`;
    const began = clock().getTime();
    const begun: Generation = { folder, began, baseBytes: 0, logNumber: 0, place: null, copiedBytes: 0 };
    await held.whileNobodyWrites(() => {
      held.renew();
      readLog(held, begun);
    });
    begun.baseBytes = await putBase(held, folder);
    await put(`${folder}${MANIFEST}`, Buffer.from(JSON.stringify(await manifestOf(services))));
    return begun;
  }

  /** Stores a copy of the database. @returns its bytes */
  async function putBase(held: HeldLog, folder: string): Promise<number> {
    await makeFolder(place.workFolder, 0o700);
    const copy = join(place.workFolder, `.base-${randomUUID()}.part`);
    try {
      await held.copyDatabaseTo(copy);
      const { size } = await stat(copy);
      await place.put(`${folder}${BASE}`, seal(createReadStream(copy), secret), sealedLength(size, secret));
      return size;
    } finally {
      await rm(copy, { force: true });
    }
  }

  /** Reads the new part of the log, to be stored later; call it only while nobody writes. */
  function readLog(held: HeldLog, of: Generation): void {
    const part = held.readFrom(of.place);
    if (!part) return;
    const isRestarted = of.place && part.place.salt !== of.place.salt;
    if (isRestarted) of.logNumber += 1;
    of.place = part.place;
    of.copiedBytes += part.bytes.byteLength;
    if (part.bytes.byteLength === 0) return;
    const digits = (count: number, length: number) => String(count).padStart(length, "0");
    const at = `${digits(of.logNumber, 6)}-${digits(part.offset, 12)}-${stampOf(clock())}`;
    waiting.push({ name: `${of.folder}${at}.wal`, bytes: part.bytes });
  }

  /** Whether a generation has become too large, or too old, to be continued. */
  const isFull = ({ began, baseBytes, copiedBytes }: Generation): boolean =>
    copiedBytes > Math.max(COPIED_MAX, baseBytes) || clock().getTime() - began > DAY;

  async function copyFiles(requireHeld: () => Promise<void>): Promise<void> {
    const since = isoAgo({ clock }, 2 * DAY);
    const rows = await services.db
      .selectFrom("objects")
      .select("key")
      .where("confirmed", "=", 1)
      .where("created_at", ">", since)
      .execute();
    if (rows.length === 0) return;
    there ??= await openedFiles(place, secret);
    for (const { key } of rows) {
      if (files.has(key) || isPassingKey(key)) continue;
      await requireHeld();
      if (!(await there.find(key))) await copyBeside({ objects: services.objects, place, secret }, key);
      files.add(key);
    }
  }

  async function storeWaiting(requireHeld: () => Promise<void>): Promise<void> {
    for (let next = waiting[0]; next; next = waiting[0]) {
      await requireHeld();
      await put(next.name, next.bytes);
      waiting.shift();
    }
  }

  async function removeOthers({ folder }: Generation): Promise<void> {
    const kept = [folder, ...(await leftIn(place, clock()))];
    for (const { name } of await place.list(MINUTES)) {
      if (!kept.some((one) => name.startsWith(one))) await place.remove(name);
    }
  }

  async function copy(): Promise<void> {
    if (!(await renewLease(services, lease))) {
      // If others held it since, they may have removed what the next parts would continue.
      close();
      if (!(await holdLease(services, lease))) return;
    }
    await whileRenewing(services, lease, copyHeld).catch((error: unknown) => {
      if (!(error instanceof LeaseLost)) throw error;
      close();
    });
  }

  async function copyHeld(requireHeld: () => Promise<void>): Promise<void> {
    await requireOurs(services, place);
    const [old, held] = [generation, log];
    if (!old || !held || isFull(old)) {
      generation = await begin();
    } else {
      await held.whileNobodyWrites(() => {
        readLog(held, old);
        if ((old.place?.bytes ?? 0) > LOG_LONG) held.checkpoint();
      });
    }
    await copyFiles(requireHeld);
    await storeWaiting(requireHeld);
    if (!generation || generation === old) return;
    await requireHeld();
    await requireOurs(services, place);
    await removeOthers(generation);
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
      if (log) await copy().catch(close);
      close();
      await endLease(services, lease);
    },
  };
}
