import { cpSync, existsSync, mkdirSync, rmSync, symlinkSync } from "node:fs";
import { join, resolve } from "node:path";
import { SOURCES } from "../../scripts/build.mjs";

/** Copies the sources of a build to a separate folder, with links to the installed packages. */
export function copySources(folder: string): void {
  mkdirSync(folder, { recursive: true });
  for (const source of [...SOURCES, "package.json", "tsconfig.json"]) {
    rmSync(join(folder, source), { recursive: true, force: true });
    cpSync(source, join(folder, source), { recursive: true });
  }
  if (!existsSync(join(folder, "node_modules"))) symlinkSync(resolve("node_modules"), join(folder, "node_modules"));
}
