import { spawn } from "node:child_process";
import type { Services } from "#upstream/call/context";
import type { DatabaseConfig } from "#upstream/db/dialect";
import { readPostgresAddress } from "#upstream/db/postgres-address";

/** Refusal to back up or restore, with an actionable message. */
export class BackupError extends Error {
  override name = "BackupError";
}

/** File name of the database in an archive, by kind. */
export const DATABASE_FILES = { sqlite: "database/shequ.db", postgres: "database/shequ.dump" } as const;

/** Beginning of the names of schemas that restores have put aside. */
export const ASIDE = "before_";

/** Writes a consistent copy of the database to a file, while others read and write. @throws BackupError */
export async function copyDatabase({ config, connection }: Pick<Services, "config" | "connection">, file: string) {
  if (connection.sqlite) return connection.sqlite.copyTo(file);
  // Not what earlier restores have put aside: a restore beside it would find it there already.
  const what = ["--format=custom", "--no-owner", "--no-privileges", `--exclude-schema=${ASIDE}*`, `--file=${file}`];
  await run("pg_dump", what, config.database);
}

/** Restores a dump into an empty PostgreSQL database, atomically. @throws BackupError */
export const restoreDump = (database: DatabaseConfig, file: string): Promise<string> =>
  run("pg_restore", ["--no-owner", "--no-privileges", "--exit-on-error", "--single-transaction", file], database, [
    "--dbname",
  ]);

/** Lists the contents of a dump. @throws BackupError if it is invalid */
export const listDump = (file: string): Promise<string> => run("pg_restore", ["--list", file]);

/** Runs a PostgreSQL program; secrets are passed in its environment, which other users can't read. */
async function run(
  program: "pg_dump" | "pg_restore",
  args: readonly string[],
  database?: DatabaseConfig,
  asksForName: readonly string[] = [],
): Promise<string> {
  const env: Record<string, string> = database?.kind === "postgres" ? await environmentOf(database.url) : {};
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

/** Returns the environment variables with which PostgreSQL programs find a server. @throws BackupError */
async function environmentOf(written: string): Promise<Record<string, string>> {
  const { host, port, user, password, database, parameters } = await readPostgresAddress(written).catch(
    (error: Error) => {
      throw new BackupError(`DATABASE_URL ${error.message}`);
    },
  );
  const found = {
    PGHOST: host,
    PGPORT: String(port),
    PGUSER: user,
    PGPASSWORD: password,
    PGDATABASE: database,
    PGSSLMODE: parameters.get("sslmode"),
    PGSSLROOTCERT: parameters.get("sslrootcert"),
  };
  return Object.fromEntries(Object.entries(found).filter((one): one is [string, string] => Boolean(one[1])));
}
