import { existsSync, mkdirSync } from "node:fs";
import { access, mkdir } from "node:fs/promises";
import { dirname, resolve } from "node:path";

/**
 * Creates a folder and its missing parents, all with this mode. Node's `mkdir` with `recursive` loops for ever where the
 * parent exists and the system still answers ENOENT, as below `/proc`.
 * @throws the error of the first folder that can't be created
 */
export async function makeFolder(path: string, mode = 0o777): Promise<void> {
  const missing: string[] = [];
  for (let at = resolve(path); !(await isThere(at)); at = dirname(at)) missing.unshift(at);
  for (const folder of missing) await mkdir(folder, mode).catch(ignoreExisting);
  // Nothing is missing any more; this only throws if the path is a file.
  await mkdir(path, { recursive: true, mode });
}

/** Synchronous `makeFolder`, for programs that are starting. */
export function makeFolderSync(path: string, mode = 0o777): void {
  const missing: string[] = [];
  for (let at = resolve(path); !existsSync(at); at = dirname(at)) missing.unshift(at);
  for (const folder of missing) {
    try {
      mkdirSync(folder, mode);
    } catch (error) {
      ignoreExisting(error as NodeJS.ErrnoException);
    }
  }
  mkdirSync(path, { recursive: true, mode });
}

const isThere = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  );

/** Ignores that another process has just created the folder; throws any other error. */
function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== "EEXIST") throw error;
}
