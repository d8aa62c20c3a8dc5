import { mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { DAY } from "./time-units";

/** Names of folders that a process works in, without the number of the process and what makes them different. */
export const WORK_FOLDERS = ["shequ-form", "shequ-backup", "shequ-objects", ".backup", ".restoring"] as const;
type Work = (typeof WORK_FOLDERS)[number];

/** Beginning of the names of this process's folders: it tells whose one is that a killed process left behind. */
export const workFolderPrefix = (inside: string, work: Work): string => join(inside, `${work}-${process.pid}-`);

/** Makes a folder to work in, which whoever makes it takes away. */
export const makeWorkFolder = (inside: string, work: Work): Promise<string> => mkdtemp(workFolderPrefix(inside, work));

const NAME = /^(shequ-form|shequ-backup|shequ-objects|\.backup|\.restoring)-(\d{1,10})-\w{6}$/;

/**
 * Removes what killed processes have left: folders of processes that are no more, untouched for a day, since another container
 * that works in the same place counts its processes by itself. Other people's are left alone.
 * @returns how many went
 */
export async function removeLeftFolders(inside: string, now: Date): Promise<number> {
  // A place where nobody has worked yet holds nothing.
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
    // It is there, and somebody else's.
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
