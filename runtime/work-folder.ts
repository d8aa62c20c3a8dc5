import { randomBytes } from "node:crypto";
import { mkdtemp, readdir, rm, stat, utimes } from "node:fs/promises";
import { join } from "node:path";
import { DAY } from "./time-units";

/** Prefixes of the names of temporary folders; the id of the run and a random suffix follow. */
export const WORK_FOLDERS = ["shequ-form", "shequ-backup", "shequ-objects", ".backup", ".restoring"] as const;
type Work = (typeof WORK_FOLDERS)[number];

/** Id of this run of the program. A process id would be the same in each container, and after each start there. */
const RUN = randomBytes(5).toString("hex");

/** Prefix of this process's temporary folders. */
export const workFolderPrefix = (inside: string, work: Work): string => join(inside, `${work}-${RUN}-`);

/** Creates a temporary folder; the caller removes it. */
export const makeWorkFolder = (inside: string, work: Work): Promise<string> => mkdtemp(workFolderPrefix(inside, work));

/** Earlier builds had the process id in place of the run. */
const NAME = /^(shequ-form|shequ-backup|shequ-objects|\.backup|\.restoring)-([0-9a-f]{1,10})-\w{6}$/;

/**
 * Removes folders left behind by killed processes: those that nobody touched for a day. This process touches its own,
 * so that others do not remove them. Other users' folders are left alone.
 * @returns the number of removed folders
 */
export async function removeLeftFolders(inside: string, now: Date): Promise<number> {
  // A folder that does not exist yet holds nothing.
  const names = await readdir(inside).catch(() => []);
  let removed = 0;
  for (const name of names) {
    const [, , run] = NAME.exec(name) ?? [];
    if (run === undefined) continue;
    const folder = join(inside, name);
    if (run === RUN) {
      // Unless it was removed just now.
      await utimes(folder, now, now).catch(() => {});
      continue;
    }
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
