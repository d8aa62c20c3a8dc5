// `npm run advisories`, and `npm test` if `CI` is set: asks the registry for advisories on the production packages. A
// severe one fails the run, unless accepted-advisories.json accepts it with a reason and a date. If the registry does
// not respond, that is reported without failing.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { problemsOf, readAudit } from "./read-audit.mjs";

/** Timeout in milliseconds for all attempts together. */
const PATIENCE = 60_000;
const ACCEPTED = "scripts/accepted-advisories.json";

const command = ["audit", "--omit=dev", "--package-lock-only", "--json", "--fetch-retries=1", "--fetch-timeout=20000"];
const { stdout } = spawnSync("npm", command, { encoding: "utf8", timeout: PATIENCE, maxBuffer: 64 * 1024 * 1024 });
const advisories = readAudit(stdout ?? "");
if (!advisories) {
  console.log("advisories: the registry gave no answer; not checked");
  process.exit(0);
}
const problems = problemsOf(
  advisories,
  JSON.parse(readFileSync(ACCEPTED, "utf8")),
  new Date().toISOString().slice(0, 10),
);
for (const problem of problems) console.error(problem);
if (problems.length > 0) {
  console.error(`Raise them, or write into ${ACCEPTED} why they do no harm here, and until when that is believed.`);
  process.exit(1);
}
console.log(`advisories: ${advisories.length} grave ones, all accepted`);
