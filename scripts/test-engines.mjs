// `npm run test:engines`: runs the journeys of tests/engines in every browser that is installed or can be. Further
// arguments are passed to Playwright (`npm run test:engines -- -g like`).
import { spawnSync } from "node:child_process";
import { buildIfStale } from "./build.mjs";
import { findChromium } from "./find-chromium.mjs";
import { findEngines, readyEngines } from "./find-engines.mjs";

const complete = readyEngines();
const engines = ["chromium", ...Object.keys(findEngines())];
await buildIfStale();
const { status } = spawnSync(
  "npx",
  ["playwright", "test", ...engines.map((engine) => `--project=${engine}`), ...process.argv.slice(2)],
  { stdio: "inherit", env: { ...process.env, CHROMIUM: findChromium({ install: true }) } },
);
process.exit(complete ? (status ?? 1) : 1);
