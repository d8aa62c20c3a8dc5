import { randomBytes } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

/** Share of the maximum size that remains after a clean-up. */
const KEPT = 0.8;

/**
 * Disk cache of converted pictures, at most `bytesMax` in total; the oldest are removed first. Losing it only costs
 * time.
 */
export class ImageCache {
  readonly #folder: string;
  readonly #bytesMax: number;
  #total: Promise<number> | null = null;

  constructor(folder: string, bytesMax: number) {
    this.#folder = folder;
    this.#bytesMax = bytesMax;
  }

  /** @param name hexadecimal hash */
  get(name: string): Promise<Buffer | null> {
    return readFile(this.#pathOf(name)).catch(() => null);
  }

  async put(name: string, bytes: Buffer): Promise<void> {
    const path = this.#pathOf(name);
    await mkdir(dirname(path), { recursive: true });
    this.#total ??= this.#list().then((files) => files.reduce((sum, file) => sum + file.bytes, 0));
    const before = this.#total;
    const half = `${path}.${randomBytes(4).toString("hex")}`;
    await writeFile(half, bytes);
    await rename(half, path);
    this.#total = before.then((total) => total + bytes.length);
    if ((await this.#total) <= this.#bytesMax) return;
    this.#total = this.#shrink();
    await this.#total;
  }

  async #shrink(): Promise<number> {
    const files = (await this.#list()).sort((a, b) => a.modified - b.modified);
    let total = files.reduce((sum, file) => sum + file.bytes, 0);
    for (const file of files) {
      if (total <= this.#bytesMax * KEPT) break;
      await rm(file.path, { force: true });
      total -= file.bytes;
    }
    return total;
  }

  async #list(): Promise<{ path: string; bytes: number; modified: number }[]> {
    const entries = await readdir(this.#folder, { recursive: true, withFileTypes: true }).catch(() => []);
    const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
    const found = await Promise.all(
      files.map((path) =>
        stat(path).then(
          ({ size, mtimeMs }) => ({ path, bytes: size, modified: mtimeMs }),
          () => null,
        ),
      ),
    );
    return found.filter((file) => file !== null);
  }

  #pathOf(name: string): string {
    return join(this.#folder, name.slice(0, 2), name);
  }
}
