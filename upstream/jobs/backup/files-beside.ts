import { createHash, randomUUID } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { BadArchive } from "#upstream/services/archive/bad-archive";
import { seal, sealedLength, unseal } from "#upstream/services/archive/sealed-stream";
import type { BackupPlace } from "#upstream/services/backup-place/backup-place";
import { isObjectKey } from "#upstream/services/storage/object-key";
import type { ObjectStore } from "#upstream/services/storage/object-store";
import { chunksOf } from "./chunks-of";

/** Folder with the store's files in a backup location: written once, referenced by the archives of any time. */
export const BESIDE = "files/";
/** Separates key, checksum and length; never part of a key. */
const MARK = "~";
/** Hexadecimal digits of the SHA-256 in the name. */
const DIGITS = 32;

/** A file of the store in a backup location. A key never gets other content, so the name identifies it. */
export type FileBeside = { key: string; sum: string; bytes: number };

const nameOf = ({ key, sum, bytes }: FileBeside): string => `${BESIDE}${key}${MARK}${sum}${MARK}${bytes.toString(36)}`;

/** Files of the store in a location, by key. */
export async function filesIn(place: BackupPlace): Promise<Map<string, FileBeside>> {
  const found = new Map<string, FileBeside>();
  for (const { name } of await place.list(BESIDE)) {
    const [key = "", sum = "", bytes = ""] = name.slice(BESIDE.length).split(MARK);
    const file = { key, sum, bytes: Number.parseInt(bytes, 36) };
    if (isObjectKey(key) && nameOf(file) === name) found.set(key, file);
  }
  return found;
}

/** Removes a file of the store from a location. */
export const removeBeside = (place: BackupPlace, file: FileBeside): Promise<void> => place.remove(nameOf(file));

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
    const copied = { key, sum: hash.digest("hex").slice(0, DIGITS), bytes: object.bytes };
    await place.put(nameOf(copied), seal(createReadStream(file), secret), sealedLength(object.bytes, secret));
    return copied;
  } finally {
    await rm(file, { force: true });
  }
}

/** Streams a file in a location. @throws BadArchive at the end if the content does not match the checksum */
export async function* readBeside(place: BackupPlace, file: FileBeside, secret: string): AsyncGenerator<Uint8Array> {
  const sealed = await place.open(nameOf(file));
  if (!sealed) throw new BadArchive(`缺少文件 ${file.key}`);
  const hash = createHash("sha256");
  for await (const chunk of unseal(sealed, secret)) {
    hash.update(chunk);
    yield chunk;
  }
  if (hash.digest("hex").slice(0, DIGITS) !== file.sum) throw new BadArchive(`文件 ${file.key} 的内容与校验和不符`);
}

/** Formats the file list of an archive. */
export const listOf = (files: readonly FileBeside[]): Buffer =>
  Buffer.from(files.map(({ key, sum, bytes }) => `${sum}\t${bytes}\t${key}\n`).join(""));

/** Parses a file list. @throws BadArchive for an invalid line */
export function readList(text: string): FileBeside[] {
  return text
    .split("\n")
    .filter(Boolean)
    .map((line) => {
      const [sum = "", bytes = "", key = ""] = line.split("\t");
      if (!isObjectKey(key) || !/^[0-9a-f]{32}$/.test(sum)) throw new BadArchive("备份里的文件列表读不懂");
      return { key, sum, bytes: Number(bytes) };
    });
}
