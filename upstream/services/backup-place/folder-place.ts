import { randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { open, readdir, rename, rm, rmdir, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { makeFolder } from "#runtime/make-folder";
import type { BackupPlace, Placed } from "./backup-place";

/** Suffix of incomplete files. */
const PART = ".part";
const FOLDER = 0o700;
const FILE = 0o600;

/** Creates a backup location in a folder, readable only by its owner. */
export function createFolderPlace(folder: string): BackupPlace {
  const pathOf = (name: string) => join(folder, ...name.split("/"));
  return {
    shown: folder,
    workFolder: folder,
    async list(prefix) {
      const found: Placed[] = [];
      const above = prefix.slice(0, prefix.lastIndexOf("/") + 1);
      const names = await readdir(join(folder, above), { recursive: true, withFileTypes: true }).catch(absent);
      for (const entry of names ?? []) {
        if (!entry.isFile() || entry.name.endsWith(PART)) continue;
        const path = join(entry.parentPath, entry.name);
        const name = path.slice(join(folder, "/").length).split("\\").join("/");
        if (!name.startsWith(prefix)) continue;
        const file = await stat(path).catch(absent);
        // Otherwise removed since it was listed.
        if (file) found.push({ name, bytes: file.size, modified: file.mtime });
      }
      return found;
    },
    async put(name, body, bytes) {
      const path = pathOf(name);
      await makeFolder(dirname(path), FOLDER);
      // Unique, since two callers may write the same file.
      const part = join(dirname(path), `.file-${randomUUID()}${PART}`);
      const handle = await open(part, "wx", FILE);
      let written = 0;
      try {
        for await (const chunk of body) {
          await handle.appendFile(chunk);
          written += chunk.byteLength;
        }
        if (written !== bytes) throw new Error(`${name}: ${written} bytes came, not ${bytes}`);
        await handle.sync();
        await handle.close();
        await rename(part, path);
      } catch (error) {
        await handle.close().catch(() => {});
        await rm(part, { force: true });
        throw error;
      }
    },
    async take(file, name) {
      await makeFolder(dirname(pathOf(name)), FOLDER);
      await rename(file, pathOf(name));
    },
    async open(name) {
      const found = await stat(pathOf(name)).catch(absent);
      return found ? createReadStream(pathOf(name)) : null;
    },
    async remove(name) {
      await rm(pathOf(name), { force: true });
      // Removes folders that became empty.
      for (let at = dirname(name); at !== "."; at = dirname(at)) {
        const removed = await rmdir(pathOf(at)).then(
          () => true,
          () => false,
        );
        if (!removed) return;
      }
    },
  };
}

function absent(error: NodeJS.ErrnoException): null {
  if (error.code === "ENOENT" || error.code === "ENOTDIR") return null;
  throw error;
}
