// `npm test`: finds (or installs) what a bare machine lacks, builds, and runs everything: checks, unit, contract and
// route tests (vitest), then the browser tests (Playwright). `--fast` omits the browser tests. If `CI` is set, the
// upstream is also tested on PostgreSQL, and the registry is asked for advisories. Failed tests are run once more, to
// distinguish broken from flaky ones: a few flaky tests are listed, more of them fail the run.
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, rmSync } from "node:fs";
import { buildIfStale } from "./build.mjs";
import { findChromium } from "./find-chromium.mjs";
import { readyEngines } from "./find-engines.mjs";
import { FLAKY_MAX, isWorthAnotherRun, readPlaywright, readVitest, tellFlaky } from "./test-results.mjs";

const RESULTS = "test-results";
const fast = process.argv.includes("--fast");

/** Duration of each part. @type {string[]} */
const took = [];
const begun = performance.now();

/** @param {string} part @param {number} since */
const note = (part, since) => took.push(`${part} ${Math.round((performance.now() - since) / 1000)} s`);

/** @param {string[]} command @param {Record<string, string>} [env] */
function run(command, env = {}) {
  console.log(`\n$ ${command.join(" ")}`);
  const [name = "", ...rest] = command;
  const since = performance.now();
  const { status } = spawnSync(name, rest, { stdio: "inherit", env: { ...process.env, ...env } });
  note(command.slice(0, 4).join(" "), since);
  return status ?? 1;
}

/** @param {string[]} command @returns {Promise<number>} its exit code; its output is printed at the end */
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
// Run in parallel, as one of them alone would leave a core idle.
const checked = runBeside(["npm", "run", "--silent", "check"]);
const audited = process.env.CI ? runBeside(["npm", "run", "--silent", "advisories"]) : 0;
await buildIfStale();
const failed = (await checked) !== 0;
note("check and build", begun);

const results = [runVitest("vitest", ["npx", "vitest", "run"])];
if (process.env.CI) results.push(runVitest("pg", ["npm", "run", "--silent", "test:pg", "--"]));
/** @type {string[]} */
const others = failed ? ["npm run check"] : [];
if ((await audited) !== 0) others.push("npm run advisories");

if (!fast) {
  process.env.CHROMIUM = findChromium({ install: true });
  if (!readyEngines()) others.push("a browser engine is missing");
  results.push(runPlaywright());
}

const broken = results.flatMap((one) => one.broken);
const flaky = results.flatMap((one) => one.flaky);
const passed = results.reduce((sum, one) => sum + one.passed, 0);
// Repeated at the end, because the runners' own output has scrolled away.
for (const { name, why } of flaky) console.log(`flaky: ${name}${why}`);
for (const { name, why } of broken) console.log(`failed: ${name}${why}`);
for (const name of others) console.log(`failed: ${name}`);
if (flaky.length > FLAKY_MAX) console.log(`failed: ${flaky.length} flaky tests, more than ${FLAKY_MAX}`);
// Only the last line has the format that CI systems count by.
if (flaky.length > 0) console.log(`\n${flaky.length} flaky`);
console.log(`\n${took.join(", ")}`);
console.log(`\n${passed} passed, ${broken.length + others.length} failed`);
process.exit(broken.length + others.length > 0 || flaky.length > FLAKY_MAX ? 1 : 0);

/** @typedef {import("./test-results.mjs").Results} Results */

/**
 * Runs tests with vitest; a few failing ones once more, with their files.
 * @param {string} name of the results
 * @param {string[]} command that takes vitest's files and options
 */
function runVitest(name, command) {
  const attempt = (/** @type {string} */ part, /** @type {string[]} */ files) => {
    const report = `${RESULTS}/${name}${part}.json`;
    const reporters = ["default", "json", "./scripts/unawaited-errors.mjs"].map((one) => `--reporter=${one}`);
    const status = run([...command, ...files, ...reporters, `--outputFile.json=${report}`]);
    return withStatus(name, status, readVitest(name, report));
  };
  return judged(attempt("", []), (files) => attempt("-again", files));
}

/** Runs the browser tests; a few failing ones once more. */
function runPlaywright() {
  const attempt = (/** @type {string} */ part, /** @type {string[]} */ options) => {
    const report = `${RESULTS}/playwright${part}.json`;
    const command = ["npx", "playwright", "test", ...options, "--reporter=line,json"];
    return withStatus("playwright", run(command, { PLAYWRIGHT_JSON_OUTPUT_NAME: report }), readPlaywright(report));
  };
  return judged(attempt("", []), () => attempt("-again", ["--last-failed"]));
}

/**
 * Counts a non-zero exit without a reported failure as a failure.
 * @param {string} name
 * @param {number} status
 * @param {Results} results
 */
function withStatus(name, status, results) {
  if (status !== 0 && results.failures.length === 0)
    results.failures.push({
      name: `${name} (exit code ${status}), though no test failed`,
      file: "",
      whole: true,
      why: "",
    });
  return results;
}

/**
 * Distinguishes broken tests from flaky ones.
 * @param {Results} first
 * @param {(files: string[]) => Results} runAgain
 */
function judged(first, runAgain) {
  if (!isWorthAnotherRun(first)) return { passed: first.passed, broken: first.failures, flaky: [] };
  return tellFlaky(first, runAgain([...new Set(first.failures.map(({ file }) => file))]));
}
