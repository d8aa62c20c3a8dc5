import { createHash } from "node:crypto";
import { type FileHandle, open, rename, rm } from "node:fs/promises";
import { createSealer } from "./sealed-stream";

const BLOCK = 512;
/** Longest name and largest size that fit the plain header. */
const NAME_MAX = 100;
const SIZE_MAX = 8 ** 11;

/** Archive being written, entry by entry. */
export type TarWriter = {
  /** Adds a file of exactly `bytes` bytes. @throws Error if the body is longer or shorter */
  add(name: string, bytes: number, body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<void>;
};

/**
 * Writes a tar archive (POSIX.1-2001, readable by `tar -xf`) whose last entry, `SHA256SUMS`, has the checksums of all
 * others in the format of `sha256sum -c`. The file appears at its path only when it is complete and flushed to disk.
 * @param key encrypts it; empty for a plain archive
 * @throws Error if the file exists, and whatever `fill` throws
 */
export async function writeTar(
  file: string,
  fill: (tar: TarWriter) => Promise<void>,
  key = "",
): Promise<{ bytes: number }> {
  await refuseTaken(file);
  const part = `${file}.part`;
  await rm(part, { force: true });
  const handle = await open(part, "wx", 0o600);
  let bytes = 0;
  const sealer = key ? createSealer(key) : null;
  const writePlain = async (chunk: Uint8Array) => {
    await writeWhole(handle, chunk);
    bytes += chunk.byteLength;
  };
  const write = (chunk: Uint8Array) => writePlain(sealer ? sealer.push(chunk) : chunk);
  const sums: string[] = [];
  const append = async (name: string, size: number, body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>) => {
    for (const header of headersOf(name, size)) await write(header);
    const hash = createHash("sha256");
    let written = 0;
    for await (const chunk of body) {
      written += chunk.byteLength;
      if (written > size) break;
      hash.update(chunk);
      await write(chunk);
    }
    if (written !== size) throw new Error(`${name}: ${written} bytes came, not ${size}`);
    await write(padding(size));
    return hash.digest("hex");
  };
  try {
    if (sealer) await writePlain(sealer.head);
    await fill({
      async add(name, size, body) {
        sums.push(`${await append(name, size, body)}  ${name}\n`);
      },
    });
    const list = Buffer.from(sums.join(""));
    await append(SUMS, list.byteLength, [list]);
    await write(Buffer.alloc(2 * BLOCK));
    if (sealer) await writePlain(sealer.end());
    await handle.sync();
    await handle.close();
    await refuseTaken(file);
    await rename(part, file);
  } catch (error) {
    await handle.close().catch(() => {});
    await rm(part, { force: true });
    throw error;
  }
  return { bytes };
}

/** Entry with the checksums of all others. */
export const SUMS = "SHA256SUMS";

async function refuseTaken(file: string): Promise<void> {
  const handle = await open(file, "r").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw error;
  });
  if (!handle) return;
  await handle.close();
  throw Object.assign(new Error(`${file} 已经有了，不会覆盖`), { code: "EEXIST" });
}

async function writeWhole(handle: FileHandle, chunk: Uint8Array): Promise<void> {
  for (let from = 0; from < chunk.byteLength; ) {
    const { bytesWritten } = await handle.write(chunk, from);
    from += bytesWritten;
  }
}

const padding = (size: number): Buffer => Buffer.alloc((BLOCK - (size % BLOCK)) % BLOCK);

/** Headers of an entry; values that don't fit the plain header are in an extended header before it. */
function headersOf(name: string, size: number): Buffer[] {
  const long = Buffer.byteLength(name) > NAME_MAX || size >= SIZE_MAX;
  if (!long) return [header(name, size, "0")];
  const records = Buffer.from(record("path", name) + record("size", String(size)));
  const plain = header(Buffer.from(name).subarray(0, NAME_MAX).toString("latin1"), Math.min(size, SIZE_MAX - 1), "0");
  return [header("pax-header", records.byteLength, "x"), records, padding(records.byteLength), plain];
}

/** Formats `length key=value\n`, where the length includes itself. */
function record(key: string, value: string): string {
  const rest = ` ${key}=${value}\n`;
  const bytes = Buffer.byteLength(rest);
  const once = bytes + String(bytes).length;
  return `${bytes + String(once).length}${rest}`;
}

function header(name: string, size: number, type: "0" | "x"): Buffer {
  const block = Buffer.alloc(BLOCK);
  const octal = (value: number, width: number) => `${value.toString(8).padStart(width - 1, "0")}\0`;
  block.write(name, 0, NAME_MAX, type === "x" ? "utf8" : Buffer.byteLength(name) > NAME_MAX ? "latin1" : "utf8");
  block.write(octal(0o600, 8), 100);
  block.write(octal(0, 8), 108);
  block.write(octal(0, 8), 116);
  block.write(octal(size, 12), 124);
  block.write(octal(Math.floor(Date.now() / 1000), 12), 136);
  block.write("        ", 148);
  block.write(type, 156);
  block.write("ustar\x0000", 257, "latin1");
  let sum = 0;
  for (const byte of block) sum += byte;
  block.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148);
  return block;
}
