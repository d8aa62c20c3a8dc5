import { readdir } from "node:fs/promises";

/** Names of the backups in a folder that the job has written, the newest first. */
export async function backupsIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw error;
  });
  return names.filter((name) => /^shequ-\d{8}T\d{6}Z\.tar$/.test(name)).sort((a, b) => (a < b ? 1 : -1));
}
