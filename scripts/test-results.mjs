// Results of test runners, and which failures are broken or flaky tests.
import { existsSync, readFileSync } from "node:fs";
import { stripVTControlCharacters } from "node:util";
import { unawaitedErrorsOf } from "./unawaited-errors.mjs";

/**
 * A failed test, a whole file (all files if it is ""), or an error outside of any test.
 * @typedef {{ name: string, file: string, whole?: true, outside?: true, why: string }} Failure
 */
/** @typedef {{ passed: number, failures: Failure[] }} Results */

/** With more failures than this, running them again tells nothing. */
const TRIED_AGAIN_MAX = 20;
/** Maximum flaky tests of a successful run; they are listed, to be fixed. */
export const FLAKY_MAX = 2;

/**
 * Reads vitest's JSON report, and the file beside it with errors that no test awaited, which count as failures of their
 * files.
 * @param {string} runner prefix of each name
 * @param {string} report path of it
 * @returns {Results}
 */
export function readVitest(runner, report) {
  if (!existsSync(report)) return { passed: 0, failures: [noReport(runner)] };
  /** @type {{ numPassedTests: number, testResults: TestFile[] }} */
  const { numPassedTests, testResults } = JSON.parse(readFileSync(report, "utf8"));
  const failures = testResults.flatMap(({ name: file, status, message, assertionResults }) => {
    const tests = assertionResults
      .filter((one) => one.status === "failed")
      .map((one) => ({
        name: `${runner}: ${file}: ${one.fullName}`,
        file,
        why: beginningOf(one.failureMessages.join("\n")),
      }));
    if (tests.length > 0 || status !== "failed") return tests;
    return [{ name: `${runner}: ${file}`, file, whole: /** @type {const} */ (true), why: beginningOf(message) }];
  });
  return { passed: numPassedTests, failures: [...failures, ...readUnawaited(runner, unawaitedErrorsOf(report))] };
}

/** @param {string} runner @param {string} report @returns {Failure[]} */
function readUnawaited(runner, report) {
  if (!existsSync(report)) return [];
  /** @type {{ name: string, message: string, stack?: string, VITEST_TEST_PATH?: string }[]} */
  const errors = JSON.parse(readFileSync(report, "utf8"));
  return errors.map(({ name, message, stack, VITEST_TEST_PATH: file = "" }) => ({
    name: `${runner}: ${file}: an error that no test awaited`,
    file,
    outside: true,
    why: beginningOf(stack ?? `${name}: ${message}`),
  }));
}

/** @typedef {{ fullName: string, status: string, failureMessages: string[] }} Assertion */
/** @typedef {{ name: string, status: string, message: string, assertionResults: Assertion[] }} TestFile */

/**
 * Reads Playwright's JSON report.
 * @param {string} report path of it
 * @returns {Results}
 */
export function readPlaywright(report) {
  if (!existsSync(report)) return { passed: 0, failures: [noReport("playwright")] };
  const { stats, suites } = JSON.parse(readFileSync(report, "utf8"));
  return { passed: stats.expected, failures: failedIn(suites, "") };
}

/** @typedef {{ errors: { message?: string }[], attachments?: { name: string, path?: string }[] }} TestResult */
/** @typedef {{ projectName: string, status: string, results: TestResult[] }} TestOfProject */
/** @typedef {{ title: string, file: string, tests: TestOfProject[] }} Spec */
/** @typedef {{ title: string, suites?: Suite[], specs: Spec[] }} Suite */

/** @param {Suite[]} suites @param {string} outer @returns {Failure[]} */
function failedIn(suites, outer) {
  return suites.flatMap(({ title, suites: inner = [], specs }) => {
    const path = `${outer}${title}: `;
    // A test that runs in several projects is one entry of the report, whose `ok` is that of the first one.
    const own = specs.flatMap(({ title, file, tests }) =>
      tests
        .filter(({ status }) => status === "unexpected")
        .map(({ projectName, results }) => {
          const messages = results.flatMap(({ errors }) => errors.map(({ message = "" }) => message));
          const why = beginningOf(messages.join("\n")) + beginningOf(results.map(pageOf).join(""));
          return { name: `${path}${title} [${projectName}]`, file, why };
        }),
    );
    return [...own, ...failedIn(inner, path)];
  });
}

/**
 * The main part of the page on which a test failed, as roles, names and texts; "" if Playwright noted none.
 * @param {TestResult} result
 */
function pageOf({ attachments = [] }) {
  const path = attachments.find(({ name }) => name === "error-context")?.path;
  if (!path || !existsSync(path)) return "";
  const [, snapshot = ""] = /```yaml\n(.*?)\n```/s.exec(readFileSync(path, "utf8")) ?? [];
  const main = snapshot.split(/\n(?=- )/).find((part) => part.startsWith("- main")) ?? snapshot;
  return main.replace(/\n *- \/url:.*/g, "");
}

/**
 * Decides whether failures are worth running again: a few tests of known files.
 * @param {Results} first
 */
export const isWorthAnotherRun = ({ failures }) =>
  failures.length > 0 && failures.length <= TRIED_AGAIN_MAX && failures.every(({ file }) => file !== "");

/**
 * Distinguishes broken tests from flaky ones, which passed when they were run again.
 * @param {Results} first
 * @param {Results} again
 * @returns {{ passed: number, broken: Failure[], flaky: Failure[] }}
 */
export function tellFlaky(first, again) {
  // A file that could not be run says nothing about its tests.
  const isBroken = (/** @type {Failure} */ { name, file }) =>
    again.failures.some((one) => one.name === name || (one.whole && (one.file === file || one.file === "")));
  const flaky = first.failures.filter((failure) => !isBroken(failure));
  return {
    passed: first.passed + flaky.filter(({ whole, outside }) => !whole && !outside).length,
    broken: first.failures.filter(isBroken),
    flaky,
  };
}

/** @param {string} runner @returns {Failure} */
const noReport = (runner) => ({ name: runner, file: "", whole: true, why: beginningOf("no report") });

/**
 * Returns the beginning of a failure's message on separate lines, enough to locate it.
 * @param {string} message
 */
function beginningOf(message) {
  const [lines, characters] = [30, 1_500];
  if (message === "") return "";
  return stripVTControlCharacters(message)
    .slice(0, characters)
    .split("\n")
    .slice(0, lines)
    .map((line) => `\n    ${line}`)
    .join("");
}
