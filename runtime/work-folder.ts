import { mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { DAY } from "./time-units";

/** Prefixes of the names of temporary folders; the process id and a random suffix follow. */
export const WORK_FOLDERS = ["shequ-form", "shequ-backup", "shequ-objects", ".backup", ".restoring"] as const;
type Work = (typeof WORK_FOLDERS)[number];

/**
 * Prefix of this process's temporary folders. The process id shows whether the owner of a leftover folder is still
 * running.
 */
export const workFolderPrefix = (inside: string, work: Work): string => join(inside, `${work}-${process.pid}-`);

/** Creates a temporary folder; the caller removes it. */
export const makeWorkFolder = (inside: string, work: Work): Promise<string> => mkdtemp(workFolderPrefix(inside, work));

const NAME = /^(shequ-form|shequ-backup|shequ-objects|\.backup|\.restoring)-(\d{1,10})-\w{6}$/;

/**
 * Removes folders left behind by killed processes. Only those whose process is gone and that were not touched for a
 * day: another container sharing the same place has process ids of its own. Other users' folders are left alone.
 * @returns the number of removed folders
 */
export async function removeLeftFolders(inside: string, now: Date): Promise<number> {
  // A folder that does not exist yet holds nothing.
  const names = await readdir(inside).catch(() => []);
  let removed = 0;
  for (const name of names) {
    const [, , process] = NAME.exec(name) ?? [];
    if (process === undefined || isAlive(Number(process))) continue;
    const folder = join(inside, name);
    const old = await stat(folder).then(
      ({ mtimeMs }) => now.getTime() - mtimeMs > DAY,
      () => false,
    );
    if (!old) continue;
    const gone = rm(folder, { recursive: true, force: true });
    removed += await gone.then(
      () => 1,
      () => 0,
    );
  }
  return removed;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: the process exists, but belongs to somebody else.
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
