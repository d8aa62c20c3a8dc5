import { randomBytes } from "node:crypto";
import { createReadStream } from "node:fs";
import { link, mkdir, open, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import type { ByteRange } from "./byte-range";
import type { ListedObject } from "./list-objects";
import { isObjectKey } from "./object-key";

/** File of the store on disk; `modified` in ms. */
export type StoredFile = { path: string; bytes: number; modified: number };

/** Maximum bytes of a file that is sent from memory rather than streamed. */
const READ_WHOLE_MAX = 256 * 1024;

/** Subfolder for incomplete files. */
const INCOMING = ".incoming";

/** Folder of the local store. Writes are atomic, and flushed to disk when they return. */
export class ObjectFiles {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Path of a key's file. @throws Error for an invalid key */
  #pathOf(key: string): string {
    if (!isObjectKey(key)) throw new Error(`not an object key: ${JSON.stringify(key)}`);
    return join(this.#folder, key);
  }

  async find(key: string): Promise<StoredFile | null> {
    const path = this.#pathOf(key);
    const found = await stat(path).catch(ignoreMissing);
    return found?.isFile() ? { path, bytes: found.size, modified: found.mtimeMs } : null;
  }

  read(key: string): Promise<Buffer | null> {
    return readFile(this.#pathOf(key)).catch(ignoreMissing);
  }

  remove(key: string): Promise<void> {
    return rm(this.#pathOf(key), { force: true });
  }

  /** Moves a file, replacing an existing one. */
  async move(from: string, to: string): Promise<void> {
    const target = this.#pathOf(to);
    await mkdir(dirname(target), { recursive: true });
    await rename(this.#pathOf(from), target);
  }

  /** Lists up to `limit` objects by key, after a given one. */
  async list(after: string, limit: number): Promise<ListedObject[]> {
    const found: ListedObject[] = [];
    for await (const key of this.#keysAfter("", after)) {
      const file = isObjectKey(key) ? await this.find(key) : null;
      if (file) found.push({ key, bytes: file.bytes, modified: new Date(file.modified) });
      if (found.length === limit) break;
    }
    return found;
  }

  /** Yields the keys below a folder, in order, after a given one; folders that end before it are not opened. */
  async *#keysAfter(folder: string, after: string): AsyncGenerator<string> {
    const entries = (await readdir(join(this.#folder, folder), { withFileTypes: true }).catch(ignoreMissing)) ?? [];
    const sorted = entries
      .map((entry) => ({ entry, path: `${folder}${entry.name}${entry.isDirectory() ? "/" : ""}` }))
      .sort((a, b) => (a.path < b.path ? -1 : 1));
    for (const { entry, path } of sorted) {
      if (!entry.isDirectory()) {
        if (path > after) yield path;
      } else if (!entry.name.startsWith(".") && (path > after || after.startsWith(path))) {
        yield* this.#keysAfter(path, after);
      }
    }
  }

  /** Removes incomplete files received before a time. @returns how many */
  async removeUnfinished(before: Date): Promise<number> {
    const folder = join(this.#folder, INCOMING);
    let removed = 0;
    for (const name of (await readdir(folder).catch(ignoreMissing)) ?? []) {
      const found = await stat(join(folder, name)).catch(ignoreMissing);
      if (!found || found.mtimeMs >= before.getTime()) continue;
      await rm(join(folder, name), { force: true });
      removed += 1;
    }
    return removed;
  }

  /** Writes a file, replacing an existing one. */
  async write(key: string, bytes: Uint8Array): Promise<void> {
    const incoming = await this.receive(bytes);
    await incoming.moveTo(key, { replace: true });
  }

  /** Receives a file into the folder of incomplete ones; `moveTo` or `discard` must follow. */
  async receive(body: Uint8Array | AsyncIterable<Uint8Array>, onChunk: (chunk: Uint8Array) => void = () => {}) {
    const path = join(this.#folder, INCOMING, randomBytes(16).toString("hex"));
    await mkdir(dirname(path), { recursive: true });
    const discard = () => rm(path, { force: true });
    const file = await open(path, "wx");
    try {
      for await (const chunk of body instanceof Uint8Array ? [body] : body) {
        onChunk(chunk);
        await file.writeFile(chunk);
      }
      await file.sync();
    } catch (error) {
      await file.close();
      await discard();
      throw error;
    }
    await file.close();
    const moveTo = async (key: string, { replace }: { replace: boolean }): Promise<boolean> => {
      const target = this.#pathOf(key);
      await mkdir(dirname(target), { recursive: true });
      if (replace) {
        await rename(path, target);
        return true;
      }
      // A hard link, unlike a rename, fails if the name is taken.
      const taken = await link(path, target).then(
        () => false,
        (error: NodeJS.ErrnoException) => {
          if (error.code === "EEXIST") return true;
          throw error;
        },
      );
      await discard();
      return !taken;
    };
    return { discard, moveTo };
  }
}

/** Body of a response with a file, or a range of it. */
export async function bodyOf(file: StoredFile, range: ByteRange | null): Promise<BodyInit> {
  if (file.bytes <= READ_WHOLE_MAX) {
    const bytes = await readFile(file.path);
    return new Uint8Array(range ? bytes.subarray(range.from, range.to + 1) : bytes);
  }
  const stream = createReadStream(file.path, range ? { start: range.from, end: range.to } : {});
  return Readable.toWeb(stream) as ReadableStream<Uint8Array>;
}

function ignoreMissing(error: NodeJS.ErrnoException): null {
  if (error.code === "ENOENT" || error.code === "ENOTDIR") return null;
  throw error;
}
