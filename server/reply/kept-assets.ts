import { randomUUID } from "node:crypto";
import { copyFile, readdir, rename, rm, stat, utimes } from "node:fs/promises";
import { join } from "node:path";
import { noteServer } from "#app/server/log.server";
import { makeFolder } from "#runtime/make-folder";
import { HOUR } from "#runtime/time-units";

/** Milliseconds that files of a finished build are kept: tabs stay open, and other caches hold old pages. */
const KEPT_FOR = 24 * HOUR;

/**
 * Copies this build's hashed files into a folder shared by all builds behind one address and keeps them alive while
 * this process runs, so that pages of recent builds find their files whichever process is asked. Names contain a
 * content hash, so two builds never use one name for different files. Files that no process has touched for a day are
 * removed.
 * @param built folder of the built client, with `assets/` in it
 * @param shelf the shared folder
 */
export async function keepAssets(built: string, shelf: string, clock: () => number = Date.now) {
  const [from, to] = [join(built, "assets"), join(shelf, "assets")];
  const names = await readdir(from);
  await makeFolder(to);

  async function touch(): Promise<void> {
    const now = new Date(clock());
    await Promise.all(names.map((name) => utimes(join(to, name), now, now).catch(() => put(name, now))));
  }

  /** Atomic, for others may already be serving the file. */
  async function put(name: string, now: Date): Promise<void> {
    // In containers, all processes have the same id.
    const unfinished = join(to, `.${randomUUID()}-${name}`);
    await copyFile(join(from, name), unfinished);
    await utimes(unfinished, now, now);
    await rename(unfinished, join(to, name));
  }

  async function prune(): Promise<void> {
    for (const name of await readdir(to)) {
      const file = join(to, name);
      const { mtimeMs } = await stat(file).catch(() => ({ mtimeMs: clock() }));
      if (mtimeMs < clock() - KEPT_FOR) await rm(file, { force: true });
    }
  }

  const note = (error: Error) => noteServer("assets_not_kept", { folder: shelf, error: error.message });
  const look = async () => {
    try {
      await touch();
    } finally {
      // A full disk, to which nothing can be copied, needs it most.
      await prune();
    }
  };
  // Also after a failure: files that are never touched again are removed while their build is running.
  const timer = setInterval(() => look().catch(note), HOUR).unref();
  await touch().catch(note);
  // No start waits for files of other builds.
  void prune().catch(note);
  return { look, stop: () => clearInterval(timer) };
}
