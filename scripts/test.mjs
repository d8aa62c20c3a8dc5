// `npm test`: finds (or installs) what a bare machine lacks, builds, and runs everything: checks, unit, contract and
// route tests (vitest), then the browsers (Playwright). `--fast` leaves the browsers out. Where `CI` is set, the upstream
// is tried on PostgreSQL, too.
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { stripVTControlCharacters } from "node:util";
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

/** @type {Counts} */
const counts = { passed: 0, failed: 0, names: failed ? ["npm run check"] : [] };
runTests("vitest", ["npx", "vitest", "run"]);
if (process.env.CI) runTests("pg", ["npm", "run", "--silent", "test:pg", "--"]);

if (!fast) {
  const chromium = findChromium({ install: true });
  if (!readyEngines()) {
    failed = true;
    counts.names.push("a browser engine is missing");
  }
  const status = run(["npx", "playwright", "test", "--reporter=line,json"], {
    CHROMIUM: chromium,
    PLAYWRIGHT_JSON_OUTPUT_NAME: `${RESULTS}/playwright.json`,
  });
  failed = status !== 0 || failed;
  const results = readPlaywright();
  if (status !== 0 && results.failed === 0)
    results.names.push(`playwright (exit code ${status}), though no test failed`);
  add(results);
}

// Together at the end, since what the runners said scrolled away long ago.
for (const name of counts.names) console.log(`failed: ${name}`);
console.log(`\n${counts.passed} passed, ${counts.failed} failed`);
process.exit(failed || counts.failed > 0 ? 1 : 0);

/** @typedef {{ passed: number, failed: number, names: string[] }} Counts */

/** @param {Counts} more */
function add(more) {
  counts.passed += more.passed;
  counts.failed += more.failed;
  counts.names.push(...more.names);
}

/**
 * Runs tests with vitest and counts them.
 * @param {string} name of the results
 * @param {string[]} command that takes vitest's options
 */
function runTests(name, command) {
  const file = `${RESULTS}/${name}.json`;
  const status = run([...command, "--reporter=default", "--reporter=json", `--outputFile.json=${file}`]);
  const results = readVitest(name, file);
  // What is no test's failure: an error that nobody awaited.
  if (status !== 0 && results.failed === 0) results.names.push(`${name} (exit code ${status}), though no test failed`);
  failed = status !== 0 || failed;
  add(results);
}

/** @typedef {{ fullName: string, status: string, failureMessages: string[] }} Assertion */
/** @typedef {{ name: string, status: string, message: string, assertionResults: Assertion[] }} TestFile */

/** @param {string} runner @param {string} file @returns {Counts} */
function readVitest(runner, file) {
  if (!existsSync(file)) return { passed: 0, failed: 1, names: [runner] };
  const report = JSON.parse(readFileSync(file, "utf8"));
  /** @type {TestFile[]} */
  const files = report.testResults;
  const names = files.flatMap(({ name, status, message, assertionResults }) => {
    const tests = assertionResults
      .filter((one) => one.status === "failed")
      .map((one) => `${name}: ${one.fullName}${because(one.failureMessages)}`);
    return (tests.length === 0 && status === "failed" ? [name + because([message])] : tests).map(
      (one) => `${runner}: ${one}`,
    );
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

/** @typedef {{ projectName: string, results: { errors: { message?: string }[] }[] }} Attempt */
/** @typedef {{ title: string, suites?: Suite[], specs: { title: string, ok: boolean, tests: Attempt[] }[] }} Suite */

/** @param {Suite[]} suites @returns {string[]} */
function failedIn(suites) {
  return suites.flatMap(({ title, suites: inner = [], specs }) => {
    const own = specs
      .filter(({ ok }) => !ok)
      .map((spec) => {
        const messages = spec.tests.flatMap(({ results }) => results.flatMap(({ errors }) => errors));
        const projects = spec.tests.map(({ projectName }) => projectName).join();
        return `${spec.title} [${projects}]${because(messages.map(({ message = "" }) => message))}`;
      });
    return [...own, ...failedIn(inner)].map((name) => `${title}: ${name}`);
  });
}

/**
 * The beginning of what a test failed by, on lines of its own: enough to tell where.
 * @param {string[]} messages
 */
function because(messages) {
  const [lines, characters] = [30, 1_500];
  const whole = stripVTControlCharacters(messages.join("\n")).slice(0, characters);
  return whole
    .split("\n")
    .slice(0, lines)
    .map((line) => `\n    ${line}`)
    .join("");
}
