import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** Everything that runs on PostgreSQL gets its database from this module. */
const SERVER = "tests/upstream/support/pg-server";

/**
 * Test files whose outcome may differ on PostgreSQL: tests of the upstream that need a database, and of programs that
 * get one.
 */
export function testsOnPg() {
  const needs = new Map();
  return [
    ...testsIn("tests/upstream").filter((module) => needsDatabase(module, needs)),
    ...testsIn("tests/contract").filter((module) => needsDatabase(module, needs)),
    ...testsIn("tests/programs").filter((module) => importsOf(module).includes(SERVER)),
  ].map((module) => `${module}.ts`);
}

/** @param {string} folder */
function testsIn(folder) {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
  const files = names.filter((name) => name.endsWith(".test.ts"));
  return files.map((name) => join(folder, name.slice(0, -".ts".length)));
}

/**
 * Modules of `tests/` that a module imports, as paths without extension.
 * @param {string} module
 */
function importsOf(module) {
  const text = readFileSync(`${module}.ts`, "utf8");
  return [...text.matchAll(/ from "(#tests\/|\.\.?\/)([^"]+)"/g)]
    .map(([, root = "", path = ""]) => join(root === "#tests/" ? "tests" : join(dirname(module), root), path))
    .filter((path) => path.startsWith("tests/"));
}

/**
 * @param {string} module
 * @param {Map<string, boolean>} known
 * @returns {boolean}
 */
function needsDatabase(module, known) {
  if (module === SERVER) return true;
  const before = known.get(module);
  if (before !== undefined) return before;
  known.set(module, false);
  const needs = importsOf(module).some((each) => needsDatabase(each, known));
  known.set(module, needs);
  return needs;
}
