// `npm run test:pg`: the tests of the upstream and of the import that need a database, on PostgreSQL. TEST_PG_URL names
// a server where databases may be made; without it a private one is started from the PostgreSQL that is installed, and
// thrown away afterwards.
import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { testsOnPg } from "./pg-tests.mjs";

const TESTS = process.argv.length > 2 ? process.argv.slice(2) : testsOnPg();

const given = process.env.TEST_PG_URL;
const server = given ? null : startServer(await freePort());
const { status } = spawnSync("npx", ["vitest", "run", ...TESTS], {
  stdio: "inherit",
  env: { ...process.env, TEST_PG_URL: given ?? server?.url },
});
server?.stop();
process.exit(status ?? 1);

/** @returns {Promise<number>} */
function freePort() {
  return new Promise((resolve) => {
    const listening = createServer().listen(0, "127.0.0.1", () => {
      const address = listening.address();
      listening.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });
}

/** @param {number} port */
function startServer(port) {
  const root = "/usr/lib/postgresql";
  const version = existsSync(root) ? readdirSync(root).sort().at(-1) : undefined;
  if (!version) {
    console.error("PostgreSQL is not installed; install it or set TEST_PG_URL");
    process.exit(2);
  }
  const bin = join(root, version, "bin");
  const folder = mkdtempSync(join(tmpdir(), "shequ-pg-"));
  chmodSync(folder, 0o777);
  // PostgreSQL refuses to run as root.
  const asUser = process.getuid?.() === 0 ? ["runuser", "-u", "postgres", "--"] : [];
  /** @param {string[]} command */
  const run = (command) => {
    const [name = "", ...rest] = [...asUser, ...command];
    execFileSync(name, rest, { stdio: ["ignore", "ignore", "inherit"] });
  };
  const data = join(folder, "data");
  run([join(bin, "initdb"), "-D", data, "-U", "shequ", "--auth=trust", "--locale=C.UTF-8", "--encoding=UTF8"]);
  const options = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=${folder} -c fsync=off -c full_page_writes=off`;
  run([join(bin, "pg_ctl"), "-D", data, "-w", "-o", options, "-l", join(folder, "log"), "start"]);
  return {
    url: `postgres://shequ@127.0.0.1:${port}/postgres`,
    stop() {
      run([join(bin, "pg_ctl"), "-D", data, "-m", "immediate", "stop"]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
