import { spawn } from "node:child_process";
import type { Services } from "#upstream/call/context";
import type { DatabaseConfig } from "#upstream/db/dialect";

/** Refusal to back up or to restore here, said so that one can act on it. */
export class BackupError extends Error {
  override name = "BackupError";
}

/** Name of the database in an archive, by its kind. */
export const DATABASE_FILES = { sqlite: "database/shequ.db", postgres: "database/shequ.dump" } as const;

/** Writes the database into a file, as it is at one moment, while others read and write. @throws BackupError */
export async function copyDatabase({ config, connection }: Pick<Services, "config" | "connection">, file: string) {
  if (connection.sqlite) return connection.sqlite.copyTo(file);
  await run("pg_dump", ["--format=custom", "--no-owner", "--no-privileges", `--file=${file}`], config.database);
}

/** Brings a dump into an empty PostgreSQL database, all of it or nothing. @throws BackupError */
export const restoreDump = (database: DatabaseConfig, file: string): Promise<string> =>
  run("pg_restore", ["--no-owner", "--no-privileges", "--exit-on-error", "--single-transaction", file], database, [
    "--dbname",
  ]);

/** Names of what is in a dump. @throws BackupError for what is none */
export const listDump = (file: string): Promise<string> => run("pg_restore", ["--list", file]);

/** Runs a program of PostgreSQL; what secrets it needs stand in its environment, where other users can't look. */
async function run(
  program: "pg_dump" | "pg_restore",
  args: readonly string[],
  database?: DatabaseConfig,
  asksForName: readonly string[] = [],
): Promise<string> {
  const env = database?.kind === "postgres" ? environmentOf(database.url) : {};
  const named = asksForName.flatMap((option) => [option, env.PGDATABASE ?? ""]);
  const child = spawn(program, [...named, ...args], {
    // biome-ignore lint/style/noProcessEnv: what a program of another house needs to run, such as PATH, is no setting of ours
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  let wrong = "";
  child.stdout.on("data", (chunk) => {
    output += chunk;
  });
  child.stderr.on("data", (chunk) => {
    wrong = (wrong + chunk).slice(-2_000);
  });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once("close", resolve);
    child.once("error", (error: NodeJS.ErrnoException) =>
      reject(
        new BackupError(
          error.code === "ENOENT"
            ? `这台机器上没有 ${program}：请安装与服务器同版本的 PostgreSQL 客户端`
            : `${program} 没能运行：${error.message}`,
        ),
      ),
    );
  });
  if (code !== 0) throw new BackupError(`${program} 没有成功：${wrong.trim().split("\n").at(-1) ?? code}`);
  return output;
}

/** Variables by which the programs of PostgreSQL find a server. */
function environmentOf(address: string): Record<string, string> {
  const url = new URL(address);
  const given = url.searchParams;
  const found: Record<string, string | null> = {
    PGHOST: given.get("host") ?? decodeURIComponent(url.hostname),
    PGPORT: given.get("port") ?? url.port,
    PGUSER: decodeURIComponent(url.username) || given.get("user"),
    PGPASSWORD: decodeURIComponent(url.password) || given.get("password"),
    PGDATABASE: decodeURIComponent(url.pathname.slice(1)) || given.get("dbname"),
    PGSSLMODE: given.get("sslmode"),
    PGSSLROOTCERT: given.get("sslrootcert"),
  };
  return Object.fromEntries(Object.entries(found).filter((one): one is [string, string] => Boolean(one[1])));
}
