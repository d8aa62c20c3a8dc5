import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { BadArchive } from "./bad-archive";
import { unseal } from "./sealed-stream";
import { SUMS } from "./write-tar";

const BLOCK = 512;
/** Maximum bytes of an extended header. */
const RECORDS_MAX = 64 * 1024;
/** Maximum bytes of the checksum list. */
const SUMS_MAX = 512 * 1024 * 1024;

/** A file in an archive; its body must be read before the next entry is requested, or it is skipped. */
export type TarEntry = { name: string; bytes: number; body: AsyncIterable<Uint8Array> };

/**
 * Reads an archive sequentially and compares each file with its checksum at the end. Whatever `take` has done with
 * earlier files may therefore turn out to be invalid.
 * @param file path, or a byte stream
 * @param key encryption key, if it was encrypted
 * @returns names of all files, in order
 * @throws BadArchive, and whatever `take` throws
 */
export async function readTar(
  file: string | AsyncIterable<Uint8Array>,
  take: (entry: TarEntry) => Promise<void>,
  key = "",
): Promise<string[]> {
  const source = sourceOf(typeof file === "string" ? createReadStream(file) : file, key);
  const found = new Map<string, string>();
  try {
    for (;;) {
      const next = await nextEntry(source);
      if (!next) throw new BadArchive("归档不完整：没有校验和");
      const { name, bytes } = next;
      if (name === SUMS) {
        if (bytes > SUMS_MAX) throw new BadArchive("归档里的校验和太长");
        compare(found, (await source.whole(bytes)).toString("utf8"));
        return [...found.keys()];
      }
      if (!isPlainName(name) || found.has(name)) throw new BadArchive(`归档里有不该有的名字：${name}`);
      const hash = createHash("sha256");
      let left = bytes;
      const body = (async function* () {
        while (left > 0) {
          const chunk = await source.some(left);
          left -= chunk.byteLength;
          hash.update(chunk);
          yield chunk;
        }
      })();
      await take({ name, bytes, body });
      while (left > 0) {
        const chunk = await source.some(left);
        left -= chunk.byteLength;
        hash.update(chunk);
      }
      await source.whole((BLOCK - (bytes % BLOCK)) % BLOCK);
      found.set(name, hash.digest("hex"));
    }
  } finally {
    await source.close();
  }
}

/** No absolute paths, and none that leave the archive's root. */
const isPlainName = (name: string): boolean =>
  name !== "" &&
  !name.startsWith("/") &&
  !name.includes("\\") &&
  !name.split("/").some((part) => /^\.{0,2}$/.test(part));

function compare(found: ReadonlyMap<string, string>, list: string): void {
  const lines = list.split("\n").filter(Boolean);
  const sums = new Map(lines.map((line) => [line.slice(66), line.slice(0, 64)]));
  if (sums.size !== found.size) throw new BadArchive("归档里的文件与校验和对不上");
  for (const [name, sum] of found) if (sums.get(name) !== sum) throw new BadArchive(`${name} 的内容与校验和不符`);
}

async function nextEntry(source: Source): Promise<{ name: string; bytes: number } | null> {
  let records: Record<string, string> = {};
  for (;;) {
    const block = await source.whole(BLOCK);
    if (block.every((byte) => byte === 0)) return null;
    let sum = 0;
    for (const [at, byte] of block.entries()) sum += at >= 148 && at < 156 ? 32 : byte;
    if (sum !== octalIn(block, 148, 8)) throw new BadArchive("归档损坏：文件头对不上");
    const size = octalIn(block, 124, 12);
    const type = String.fromCharCode(block[156] ?? 0);
    if (type === "x") {
      if (size > RECORDS_MAX) throw new BadArchive("归档损坏：文件头太长");
      records = recordsIn(await source.whole(size));
      await source.whole((BLOCK - (size % BLOCK)) % BLOCK);
      continue;
    }
    if (type !== "0" && type !== "\0") throw new BadArchive("归档里有不是文件的东西");
    const plain = block.subarray(0, 100);
    const end = plain.indexOf(0);
    const name = records.path ?? plain.subarray(0, end < 0 ? 100 : end).toString("utf8");
    const bytes = records.size === undefined ? size : Number(records.size);
    if (!Number.isSafeInteger(bytes) || bytes < 0) throw new BadArchive("归档损坏：文件大小不对");
    return { name, bytes };
  }
}

const octalIn = (block: Buffer, at: number, width: number): number =>
  Number.parseInt(
    block
      .subarray(at, at + width)
      .toString("latin1")
      .replace(/[\0 ]+$/, ""),
    8,
  );

function recordsIn(bytes: Buffer): Record<string, string> {
  const found: Record<string, string> = {};
  for (let at = 0; at < bytes.byteLength; ) {
    const length = Number.parseInt(bytes.subarray(at, at + 12).toString("latin1"), 10);
    if (!(length > 0)) throw new BadArchive("归档损坏：文件头读不懂");
    const line = bytes.subarray(at, at + length).toString("utf8");
    const [, key = "", value = ""] = /^\d+ ([^=]+)=([\s\S]*)\n$/.exec(line) ?? [];
    found[key] = value;
    at += length;
  }
  return found;
}

type Source = ReturnType<typeof sourceOf>;

/** Reads a file sequentially, in pieces of any size. */
function sourceOf(file: AsyncIterable<Uint8Array>, key: string) {
  const chunks = unseal(file, key);
  let held: Buffer = Buffer.alloc(0);
  /** Reads at least one byte, at most `most`. */
  async function some(most: number): Promise<Buffer> {
    while (held.byteLength === 0) {
      const { value, done } = await chunks.next();
      if (done) throw new BadArchive("归档不完整：读到一半就没有了");
      held = Buffer.from(value.buffer, value.byteOffset, value.byteLength);
    }
    const chunk = held.subarray(0, most);
    held = held.subarray(chunk.byteLength);
    return chunk;
  }
  return {
    some,
    async whole(bytes: number): Promise<Buffer> {
      const parts: Buffer[] = [];
      for (let left = bytes; left > 0; ) {
        const part = await some(left);
        parts.push(part);
        left -= part.byteLength;
      }
      return Buffer.concat(parts);
    },
    close: () => chunks.return(undefined),
  };
}
