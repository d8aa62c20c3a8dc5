import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** No data outlives the server, and no background processes are needed. */
const OPTIONS = [
  "listen_addresses=127.0.0.1",
  "fsync=off",
  "full_page_writes=off",
  "synchronous_commit=off",
  "wal_level=minimal",
  "max_wal_senders=0",
  "autovacuum=off",
];

/**
 * Starts a private PostgreSQL server from the installed version, on loopback and without durability; null if none is
 * installed.
 * @returns {Promise<{ url: string, pid: number, restart(mode: "fast" | "immediate"): void, stop(): void } | null>} the
 * URL of a database for the first connection, and the id of the main process; `stop` deletes the server
 */
export async function startPostgres() {
  const root = "/usr/lib/postgresql";
  const version = existsSync(root) ? readdirSync(root).sort().at(-1) : undefined;
  if (!version) return null;
  const port = await freePort();
  const bin = join(root, version, "bin");
  const folder = mkdtempSync(join(fastFolder(), "shequ-pg-"));
  chmodSync(folder, 0o777);
  // PostgreSQL refuses to run as root.
  const asUser = process.getuid?.() === 0 ? ["runuser", "-u", "postgres", "--"] : [];
  /** @param {string[]} command */
  const run = (...command) => {
    const [name = "", ...rest] = [...asUser, ...command];
    execFileSync(name, rest, { stdio: ["ignore", "ignore", "inherit"] });
  };
  const data = join(folder, "data");
  /** @param {string[]} rest */
  const control = (...rest) => run(join(bin, "pg_ctl"), "-D", data, "-w", "-l", join(folder, "log"), ...rest);
  run(join(bin, "initdb"), "-D", data, "-U", "shequ", "--auth=trust", "--locale=C.UTF-8", "--encoding=UTF8");
  control(
    "-o",
    `-p ${port} -c unix_socket_directories=${folder} ${OPTIONS.map((each) => `-c ${each}`).join(" ")}`,
    "start",
  );
  return {
    url: `postgres://shequ@127.0.0.1:${port}/postgres`,
    get pid() {
      return Number(readFileSync(join(data, "postmaster.pid"), "utf8").split("\n")[0]);
    },
    restart: (mode) => control("-m", mode, "restart"),
    stop() {
      control("-m", "immediate", "stop");
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/**
 * Memory if it has room for the databases of all tests, because the many small files that a database consists of are
 * created there in half the time; otherwise the folder for temporary files.
 */
function fastFolder() {
  const MEMORY = "/dev/shm";
  const NEEDED = 2 * 1024 ** 3;
  if (!existsSync(MEMORY)) return tmpdir();
  const { bavail, bsize } = statfsSync(MEMORY);
  return bavail * bsize > NEEDED ? MEMORY : tmpdir();
}

/** @returns {Promise<number>} */
function freePort() {
  return new Promise((resolve) => {
    const listening = createServer().listen(0, "127.0.0.1", () => {
      const address = listening.address();
      listening.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });
}
