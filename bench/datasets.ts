import { createHash } from "node:crypto";
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { createUpstream } from "#upstream/app";
import { readUpstreamConfig } from "#upstream/config";
import { fillDemoWorld } from "#upstream/demo/fill";
import { seed } from "./seed";
import { seedConsole } from "./seed-console";

export const CACHE = ".cache/bench";

/** Sources of the test data; if they change, databases are filled again. */
const SOURCES = [
  "bench/seed.ts",
  "bench/seed-console.ts",
  "bench/seed-content.ts",
  "bench/seed-texts.ts",
  "upstream/db/migrations",
  "upstream/demo",
  "upstream/services/markdown",
  "upstream/services/search/segment.ts",
  "upstream/services/search/put-entries.ts",
  "upstream/services/search/vocabulary.ts",
];

/** Data folder with the demo data; filled once and reused. */
export function demoData(): Promise<string> {
  return dataFolder("demo", async (folder) => {
    const upstream = await createUpstream(configOf(folder));
    await fillDemoWorld(upstream.services, () => {});
    await upstream.close();
  });
}

/** Data folder with `size` articles (see `seed`); filled once and reused. */
export function seededData(size: number): Promise<string> {
  return dataFolder(`seeded-${size}`, async (folder) => {
    const upstream = await createUpstream(configOf(folder));
    await seed(upstream.services, size);
    await upstream.close();
  });
}

/** Data folder with the same data plus the console's (see `seedConsole`); filled once and reused. */
export async function consoleData(size: number): Promise<string> {
  const seeded = await seededData(size);
  return dataFolder(`console-${size}`, async (folder) => {
    mkdirSync(folder, { recursive: true });
    copyFileSync(join(seeded, "shequ.db"), join(folder, "shequ.db"));
    const upstream = await createUpstream(configOf(folder));
    await seedConsole(upstream.services, size);
    await upstream.close();
  });
}

/** Upstream settings for a data folder, otherwise the defaults. */
export const configOf = (folder: string) => readUpstreamConfig({ DATA_DIR: folder, LOG_LEVEL: "error" });

async function dataFolder(name: string, fill: (folder: string) => Promise<void>): Promise<string> {
  const folder = join(CACHE, `${name}-${hashOfSources()}`);
  if (existsSync(folder)) return folder;
  mkdirSync(CACHE, { recursive: true });
  for (const old of readdirSync(CACHE)) {
    if (old.startsWith(`${name}-`)) rmSync(join(CACHE, old), { recursive: true, force: true });
  }
  const started = Date.now();
  const unfinished = `${folder}.unfinished`;
  await fill(unfinished);
  renameSync(unfinished, folder);
  console.log(`Filled ${folder} in ${((Date.now() - started) / 1000).toFixed(1)} s`);
  return folder;
}

function hashOfSources(): string {
  const hash = createHash("sha256");
  for (const source of SOURCES) {
    const files = source.endsWith(".ts") ? [""] : readdirSync(source, { recursive: true, encoding: "utf8" }).sort();
    for (const file of files) {
      const path = join(source, file);
      if (statSync(path).isFile()) hash.update(path).update(readFileSync(path));
    }
  }
  return hash.digest("hex").slice(0, 12);
}
