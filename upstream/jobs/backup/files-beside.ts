import { createHash } from "node:crypto";
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

/** Folder of a place with the files of the store: written once, named by the archives of any hour. */
const FOLDER = "files/";
/** Stands between a key, the checksum and the length; no key has it. */
const MARK = "~";
/** Hexadecimal digits of the SHA-256 that are kept. */
const DIGITS = 32;

/** A file of the store in a place of backups: a key never gets other bytes, so its name says all. */
export type FileBeside = { key: string; sum: string; bytes: number };

const nameOf = ({ key, sum, bytes }: FileBeside): string => `${FOLDER}${key}${MARK}${sum}${MARK}${bytes.toString(36)}`;

/** Files of the store that lie in a place, by their keys. */
export async function filesIn(place: BackupPlace): Promise<Map<string, FileBeside>> {
  const found = new Map<string, FileBeside>();
  for (const { name } of await place.list(FOLDER)) {
    const [key = "", sum = "", bytes = ""] = name.slice(FOLDER.length).split(MARK);
    const file = { key, sum, bytes: Number.parseInt(bytes, 36) };
    if (isObjectKey(key) && nameOf(file) === name) found.set(key, file);
  }
  return found;
}

/** Takes a file of the store out of a place. */
export const removeBeside = (place: BackupPlace, file: FileBeside): Promise<void> => place.remove(nameOf(file));

/** Copies a file of the store into a place. @returns null where the store no longer has it */
export async function copyBeside(
  { objects, place, secret }: { objects: ObjectStore; place: BackupPlace; secret: string },
  key: string,
): Promise<FileBeside | null> {
  const object = await objects.open(key);
  if (!object) return null;
  // Its name is known when all of it was read; so it comes to this machine first.
  const file = join(place.workFolder, `.file-${process.pid}.part`);
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

/** Bytes of a file that lies in a place. @throws BadArchive at its end where they are not those that were written */
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

/** Lines of the list of files in an archive. */
export const listOf = (files: readonly FileBeside[]): Buffer =>
  Buffer.from(files.map(({ key, sum, bytes }) => `${sum}\t${bytes}\t${key}\n`).join(""));

/** @throws BadArchive for a line that names no file */
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
