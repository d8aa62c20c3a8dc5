import { copyFile, mkdir, readdir, rename, rm, stat, utimes } from "node:fs/promises";
import { join } from "node:path";
import { noteServer } from "#app/server/log.server";
import { HOUR } from "#runtime/time-units";

/** Time for which files of a build that has ended are kept: tabs stay open, pages lie in caches of others. */
const KEPT_FOR = 24 * HOUR;

/**
 * Puts this build's hashed files into a folder that all builds behind one address share, and keeps them there while this
 * process runs: pages of the last builds find theirs, whichever process is asked. A name says what is in the file, so two
 * builds never mean different files by one. Files that no process has touched for a day are removed.
 * @param built the built client, `assets/` in it
 * @param shelf the shared folder
 */
export async function keepAssets(built: string, shelf: string, clock: () => number = Date.now) {
  const [from, to] = [join(built, "assets"), join(shelf, "assets")];
  const names = await readdir(from);
  await mkdir(to, { recursive: true });

  async function touch(): Promise<void> {
    const now = new Date(clock());
    await Promise.all(names.map((name) => utimes(join(to, name), now, now).catch(() => put(name, now))));
  }

  /** Whole at once, for others may be serving it already. */
  async function put(name: string, now: Date): Promise<void> {
    const unfinished = join(to, `.${process.pid}-${name}`);
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

  const look = async () => {
    await touch();
    await prune();
  };
  await look();
  const timer = setInterval(
    () => look().catch((error: Error) => noteServer("assets_not_kept", { folder: shelf, error: error.message })),
    HOUR,
  ).unref();
  return { look, stop: () => clearInterval(timer) };
}
