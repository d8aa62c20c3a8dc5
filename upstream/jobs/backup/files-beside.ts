import { createHash, randomUUID } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { BadArchive } from "#upstream/services/archive/bad-archive";
import { markOf, seal, sealedLength, unseal } from "#upstream/services/archive/sealed-stream";
import type { BackupPlace } from "#upstream/services/backup-place/backup-place";
import { isObjectKey } from "#upstream/services/storage/object-key";
import type { ObjectStore } from "#upstream/services/storage/object-store";
import { chunksOf } from "./chunks-of";

/** Folder with the store's files in a backup location: written once, referenced by the archives of any time. */
export const BESIDE = "files/";
/** Separates key, checksum, length, and the mark of the BACKUP_KEY; never part of a key. */
const BETWEEN = "~";
/** Hexadecimal digits of the SHA-256 in the name. */
const DIGITS = 32;

const MARK = /^(?:[0-9a-f]{12})?$/;

/** A file of the store in a backup location. A key never gets other content, so the name identifies it. */
export type FileBeside = {
  key: string;
  sum: string;
  bytes: number;
  /** Mark of the BACKUP_KEY it is sealed with; empty for a plain file, and for one sealed before there were marks. */
  mark: string;
};

/** Name of a file of the store in a location. */
export const nameBeside = ({ key, sum, bytes, mark }: FileBeside): string =>
  BESIDE + [key, sum, bytes.toString(36), ...(mark ? [mark] : [])].join(BETWEEN);

/** Files of the store in a location, with the length that they have there. */
export async function filesIn(place: BackupPlace): Promise<(FileBeside & { stored: number })[]> {
  const found: (FileBeside & { stored: number })[] = [];
  for (const { name, bytes: stored } of await place.list(BESIDE)) {
    const [key = "", sum = "", bytes = "", mark = ""] = name.slice(BESIDE.length).split(BETWEEN);
    const file = { key, sum, bytes: Number.parseInt(bytes, 36), mark };
    if (isObjectKey(key) && MARK.test(mark) && nameBeside(file) === name) found.push({ ...file, stored });
  }
  return found;
}

/** Copies a file of the store to a location. @returns null if the store no longer has it */
export async function copyBeside(
  { objects, place, secret }: { objects: ObjectStore; place: BackupPlace; secret: string },
  key: string,
): Promise<FileBeside | null> {
  const object = await objects.open(key);
  if (!object) return null;
  // Its name depends on the checksum, so it is first written to the local disk. The hourly and the minute copies of one
  // process may both do so.
  const file = join(place.workFolder, `.file-${randomUUID()}.part`);
  const hash = createHash("sha256");
  try {
    await pipeline(
      chunksOf(object.stream),
      async function* (body: AsyncIterable<Uint8Array>) {
        for await (const chunk of body) {
          hash.update(chunk);
          yield chunk;
        }
      },
      createWriteStream(file, { mode: 0o600 }),
    );
    const copied = { key, sum: hash.digest("hex").slice(0, DIGITS), bytes: object.bytes, mark: markOf(secret) };
    await place.put(nameBeside(copied), seal(createReadStream(file), secret), sealedLength(object.bytes, secret));
    return copied;
  } finally {
    await rm(file, { force: true });
  }
}

/**
 * Streams a file in a location; its last chunk only if the content matches the checksum, so that a store that knows the
 * length never takes a damaged one for whole.
 * @throws BadArchive if it is missing or damaged
 */
export async function* readBeside(place: BackupPlace, file: FileBeside, secret: string): AsyncGenerator<Uint8Array> {
  const sealed = await place.open(nameBeside(file));
  if (!sealed) throw new BadArchive(`缺少文件 ${file.key}`);
  const hash = createHash("sha256");
  // Without a key no file is sealed, whatever its first bytes: anybody may upload some that look so.
  const plain = secret === "" && file.mark === "" ? sealed : unseal(sealed, secret);
  let held: Uint8Array | null = null;
  try {
    for await (const chunk of plain) {
      hash.update(chunk);
      if (held) yield held;
      held = chunk;
    }
  } catch (error) {
    throw error instanceof BadArchive ? new BadArchive(`文件 ${file.key} 读不出来：${error.message}`) : error;
  }
  if (hash.digest("hex").slice(0, DIGITS) !== file.sum) throw new BadArchive(`文件 ${file.key} 的内容与校验和不符`);
  if (held) yield held;
}

/** Files that are missing or damaged in a location: what is wrong, by key. */
export type Damaged = ReadonlyMap<string, string>;

/** Passes files in a location to `take`, whatever it does with those that turn out to be damaged. @returns these */
export async function takeBeside(
  { place, key: secret }: { place: BackupPlace; key: string },
  files: readonly FileBeside[],
  take: (key: string, body: AsyncIterable<Uint8Array>, bytes: number) => Promise<void>,
): Promise<Damaged> {
  const damaged = new Map<string, string>();
  for (const file of files) {
    // What `take` throws may not tell: a bucket's client reports any broken body as a failed request.
    const body = async function* () {
      try {
        yield* readBeside(place, file, secret);
      } catch (error) {
        if (error instanceof BadArchive) damaged.set(file.key, error.message);
        throw error;
      }
    };
    await take(file.key, body(), file.bytes).catch((error: unknown) => {
      if (!damaged.has(file.key)) throw error;
    });
  }
  return damaged;
}

/** Formats the file list of an archive. */
export const listOf = (files: readonly FileBeside[]): Buffer =>
  Buffer.from(files.map(({ key, sum, bytes, mark }) => `${sum}\t${bytes}\t${key}\t${mark}\n`).join(""));

/** Parses a file list. @throws BadArchive for an invalid line */
export function readList(text: string): FileBeside[] {
  return text
    .split("\n")
    .filter(Boolean)
    .map((line) => {
      // Older archives have no marks.
      const [sum = "", bytes = "", key = "", mark = ""] = line.split("\t");
      const isFile = isObjectKey(key) && /^[0-9a-f]{32}$/.test(sum) && MARK.test(mark);
      if (!isFile) throw new BadArchive("备份里的文件列表读不懂");
      return { key, sum, bytes: Number(bytes), mark };
    });
}
