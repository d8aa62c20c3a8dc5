import { cpSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";

const FOLDER = resolve(".cache/two-builds");
/** The marker on every page, in React's output on the server and in the browser. */
const LANGUAGE = /(?<=[{,]\s*)lang:\s?"zh-CN"/g;

/** Copies the build to a separate folder. @returns the folder */
export function copyCurrentBuild(name: string): string {
  const folder = join(FOLDER, name);
  rmSync(folder, { recursive: true, force: true });
  for (const each of ["build", "dist"]) cpSync(each, join(folder, each), { recursive: true });
  cpSync("package.json", join(folder, "package.json"));
  return folder;
}

/**
 * Simulates the build after a change in a shared file: other names for all scripts, another build id, and a marker on
 * every page, `data-build="b"`. A real build takes 40 s of CPU time.
 * @returns its folder
 */
export function renameCurrentBuild(name: string): string {
  const folder = copyCurrentBuild(name);
  const { id } = JSON.parse(readFileSync("dist/build.json", "utf8")) as { id: string };
  const assets = join(folder, "build/client/assets");
  const scripts = new Set(readdirSync(assets).filter((name) => name.endsWith(".js")));
  let [marks, ids] = [0, 0];
  for (const at of ["build/client/assets", "build/server", "build/server/assets", "dist"]) {
    for (const name of readdirSync(join(folder, at))) {
      const path = join(folder, at, name);
      // Compressed copies of the old content; without them the server sends the new one.
      if (/\.(?:gz|br)$/.test(name)) rmSync(path);
      if (!/\.c?js$/.test(name)) continue;
      const text = readFileSync(path, "utf8")
        .replace(/[\w.-]+\.js\b/g, (word) => (scripts.has(word) ? word.replace(/\.js$/, "b.js") : word))
        .replace(LANGUAGE, (lang) => {
          marks += 1;
          return `${lang},"data-build":"b"`;
        })
        .replaceAll(id, () => {
          ids += 1;
          return [...id].reverse().join("");
        });
      writeFileSync(path, text);
      if (at === "build/client/assets") renameSync(path, path.replace(/\.js$/, "b.js"));
    }
  }
  if (marks < 2 || ids < 2) throw new Error("the build is written otherwise now: its pages or its id were not found");
  return folder;
}
