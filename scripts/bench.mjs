// `npm run bench`: builds what is out of date, then measures; nothing is asserted. Section names restrict it: `npm run
// bench -- throughput scale`. See docs/benchmark.md.
import { spawnSync } from "node:child_process";
import { build as esbuild } from "esbuild";
import { buildIfStale } from "./build.mjs";
import { findChromium } from "./find-chromium.mjs";
import { benchPrograms, programOptions } from "./programs.mjs";

const FOLDER = ".cache/bench/programs";
/** Timeout in milliseconds. A whole run takes a third of it on two idle cores. */
const LIMIT = 45 * 60 * 1000;

await buildIfStale();
await esbuild({ ...programOptions, entryPoints: benchPrograms, outdir: FOLDER });
const { status, signal } = spawnSync(process.execPath, [`${FOLDER}/main.js`, ...process.argv.slice(2)], {
  stdio: "inherit",
  timeout: LIMIT,
  env: { ...process.env, NODE_ENV: "production", CHROMIUM: findChromium() },
});
if (signal) console.error(`Ended after ${LIMIT / 60_000} minutes`);
process.exit(status ?? 1);
