// `npm test`: finds (or installs) what a bare machine lacks, builds, and runs everything: checks, unit, contract and
// route tests (vitest), then the browsers (Playwright). `--fast` leaves the browsers out.
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { buildIfStale } from "./build.mjs";
import { findChromium } from "./find-chromium.mjs";
import { readyEngines } from "./find-engines.mjs";

const RESULTS = "test-results";
const fast = process.argv.includes("--fast");

/** @param {string[]} command @param {Record<string, string>} [env] */
function run(command, env = {}) {
  console.log(`\n$ ${command.join(" ")}`);
  const [name = "", ...rest] = command;
  return spawnSync(name, rest, { stdio: "inherit", env: { ...process.env, ...env } }).status ?? 1;
}

/** @param {string[]} command @returns {Promise<number>} its exit code; what it prints comes whole at its end */
async function runBeside(command) {
  const [name = "", ...rest] = command;
  const child = spawn(name, rest, { stdio: ["ignore", "pipe", "pipe"] });
  /** @type {Buffer[]} */
  const printed = [];
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (part) => printed.push(part));
  const [code] = await once(child, "close");
  console.log(`\n$ ${command.join(" ")}\n${Buffer.concat(printed).toString()}`);
  return code ?? 1;
}

rmSync(RESULTS, { recursive: true, force: true });
mkdirSync(RESULTS, { recursive: true });
// One after the other they would leave a core idle: both take one.
const checked = runBeside(["npm", "run", "--silent", "check"]);
await buildIfStale();
let failed = (await checked) !== 0;

failed =
  run(["npx", "vitest", "run", "--reporter=default", "--reporter=json", `--outputFile.json=${RESULTS}/vitest.json`]) !==
    0 || failed;
const counts = readVitest();

if (!fast) {
  const chromium = findChromium({ install: true });
  failed = !readyEngines() || failed;
  const status = run(["npx", "playwright", "test", "--reporter=line,json"], {
    CHROMIUM: chromium,
    PLAYWRIGHT_JSON_OUTPUT_NAME: `${RESULTS}/playwright.json`,
  });
  failed = status !== 0 || failed;
  const browser = readPlaywright();
  counts.passed += browser.passed;
  counts.failed += browser.failed;
  counts.names.push(...browser.names);
}

for (const name of counts.names) console.log(`failed: ${name}`);
console.log(`\n${counts.passed} passed, ${counts.failed} failed`);
process.exit(failed || counts.failed > 0 ? 1 : 0);

/** @typedef {{ passed: number, failed: number, names: string[] }} Counts */

/** @returns {Counts} */
function readVitest() {
  if (!existsSync(`${RESULTS}/vitest.json`)) return { passed: 0, failed: 1, names: ["vitest"] };
  const report = JSON.parse(readFileSync(`${RESULTS}/vitest.json`, "utf8"));
  /** @type {{ name: string, status: string, assertionResults: { fullName: string, status: string }[] }[]} */
  const files = report.testResults;
  const names = files.flatMap(({ name, status, assertionResults }) => {
    const tests = assertionResults.filter((one) => one.status === "failed").map((one) => `${name}: ${one.fullName}`);
    return tests.length === 0 && status === "failed" ? [name] : tests;
  });
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + (report.success ? 0 : Number(report.numFailedTests === 0)),
    names,
  };
}

/** @returns {Counts} */
function readPlaywright() {
  if (!existsSync(`${RESULTS}/playwright.json`)) return { passed: 0, failed: 1, names: ["playwright"] };
  const { stats, suites } = JSON.parse(readFileSync(`${RESULTS}/playwright.json`, "utf8"));
  return { passed: stats.expected, failed: stats.unexpected, names: failedIn(suites) };
}

/** @typedef {{ title: string, suites?: Suite[], specs: { title: string, ok: boolean }[] }} Suite */

/** @param {Suite[]} suites @returns {string[]} */
function failedIn(suites) {
  return suites.flatMap(({ title, suites: inner = [], specs }) =>
    [...specs.filter(({ ok }) => !ok).map((spec) => spec.title), ...failedIn(inner)].map((name) => `${title}: ${name}`),
  );
}
