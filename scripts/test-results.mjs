// What test runners report, and what of it is broken or flaky.
import { existsSync, readFileSync } from "node:fs";
import { stripVTControlCharacters } from "node:util";
import { unawaitedErrorsOf } from "./unawaited-errors.mjs";

/**
 * A test that failed, a whole file (of all of them where it is ""), or what failed outside of any test.
 * @typedef {{ name: string, file: string, whole?: true, outside?: true, why: string }} Failure
 */
/** @typedef {{ passed: number, failures: Failure[] }} Results */

/** More failures than this are no accidents: nothing is learnt by running them again. */
const TRIED_AGAIN_MAX = 20;
/** Flaky tests that a run may have and pass; they are named, to be mended. */
export const FLAKY_MAX = 2;

/**
 * Reads vitest's JSON report, and what stands beside it of errors that no test awaited: they are their files' failures.
 * @param {string} runner that begins each name
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

/** @typedef {{ projectName: string, status: string, results: { errors: { message?: string }[] }[] }} TestOfProject */
/** @typedef {{ title: string, file: string, tests: TestOfProject[] }} Spec */
/** @typedef {{ title: string, suites?: Suite[], specs: Spec[] }} Suite */

/** @param {Suite[]} suites @param {string} outer @returns {Failure[]} */
function failedIn(suites, outer) {
  return suites.flatMap(({ title, suites: inner = [], specs }) => {
    const path = `${outer}${title}: `;
    // A test that several projects run is one of the report, whose `ok` is that of the first of them.
    const own = specs.flatMap(({ title, file, tests }) =>
      tests
        .filter(({ status }) => status === "unexpected")
        .map(({ projectName, results }) => {
          const messages = results.flatMap(({ errors }) => errors.map(({ message = "" }) => message));
          return { name: `${path}${title} [${projectName}]`, file, why: beginningOf(messages.join("\n")) };
        }),
    );
    return [...own, ...failedIn(inner, path)];
  });
}

/**
 * Decides which failures are worth running again: a few tests of known files.
 * @param {Results} first
 */
export const isWorthAnotherRun = ({ failures }) =>
  failures.length > 0 && failures.length <= TRIED_AGAIN_MAX && failures.every(({ file }) => file !== "");

/**
 * Tells broken tests from flaky ones, which passed when they were run once more.
 * @param {Results} first
 * @param {Results} again
 * @returns {{ passed: number, broken: Failure[], flaky: Failure[] }}
 */
export function tellFlaky(first, again) {
  // A file that could not be run at all says nothing of its tests.
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
 * Beginning of what a test failed by, on lines of its own: enough to tell where.
 * @param {string} message
 */
function beginningOf(message) {
  const [lines, characters] = [30, 1_500];
  return stripVTControlCharacters(message)
    .slice(0, characters)
    .split("\n")
    .slice(0, lines)
    .map((line) => `\n    ${line}`)
    .join("");
}
