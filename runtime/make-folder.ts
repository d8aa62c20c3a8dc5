import { existsSync, mkdirSync } from "node:fs";
import { access, mkdir } from "node:fs/promises";
import { dirname, resolve } from "node:path";

/**
 * Creates a folder and those above it, with this mode. Node's own `recursive` never returns below `/proc`, where a folder
 * that exists has no room for another: it looks for the missing one for ever.
 * @throws the error of the first folder that can't be created
 */
export async function makeFolder(path: string, mode = 0o777): Promise<void> {
  const missing: string[] = [];
  for (let at = resolve(path); !(await isThere(at)); at = dirname(at)) missing.unshift(at);
  for (const folder of missing) await mkdir(folder, mode).catch(unlessThere);
  // Nothing is missing any more; this complains of what is no folder.
  await mkdir(path, { recursive: true, mode });
}

/** Creates a folder as `makeFolder` does, before a program does anything else. */
export function makeFolderSync(path: string, mode = 0o777): void {
  const missing: string[] = [];
  for (let at = resolve(path); !existsSync(at); at = dirname(at)) missing.unshift(at);
  for (const folder of missing) {
    try {
      mkdirSync(folder, mode);
    } catch (error) {
      unlessThere(error as NodeJS.ErrnoException);
    }
  }
  mkdirSync(path, { recursive: true, mode });
}

const isThere = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  );

/** Passes over a folder that another process has just created. */
function unlessThere(error: NodeJS.ErrnoException): void {
  if (error.code !== "EEXIST") throw error;
}
