import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { openDiscourse } from "./discourse";
import type { Export } from "./entry";
import { openHalo } from "./halo";
import { openWordpress } from "./wordpress";

/**
 * Opens an export of another program: a WordPress file, or an unpacked backup of Discourse or Halo.
 * @returns null for a folder of Markdown, or anything else
 * @throws BadExport
 */
export async function openExport(path: string): Promise<Export | null> {
  if (statSync(path).isFile()) return /\.xml$/i.test(path) ? openWordpress(path) : null;
  const dump = ["dump.sql.gz", "dump.sql"].map((name) => join(path, name)).find((file) => existsSync(file));
  if (dump) return openDiscourse(path, dump);
  return existsSync(join(path, "extensions.data")) ? openHalo(path) : null;
}
