// `npm run test:pg`: runs the upstream and import tests that need a database on PostgreSQL. TEST_PG_URL names a server
// on which databases may be created; without it a private one is started from the installed PostgreSQL, and deleted
// afterwards. Further arguments are passed to vitest: files instead of all, and options.
import { spawnSync } from "node:child_process";
import { testsOnPg } from "./pg-tests.mjs";
import { startPostgres } from "./private-postgres.mjs";

const asked = process.argv.slice(2);
const TESTS = asked.every((each) => each.startsWith("-")) ? [...testsOnPg(), ...asked] : asked;

const given = process.env.TEST_PG_URL;
const server = given ? null : await startPostgres();
if (!given && !server) {
  console.error("PostgreSQL is not installed; install it or set TEST_PG_URL");
  process.exit(2);
}
const { status } = spawnSync("npx", ["vitest", "run", ...TESTS], {
  stdio: "inherit",
  env: { ...process.env, TEST_PG_URL: given ?? server?.url },
});
server?.stop();
process.exit(status ?? 1);
