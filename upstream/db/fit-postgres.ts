import { sql } from "kysely";
import { ConfigError } from "#runtime/config-error";
import { type Db, isPostgres } from "./dialect";

/** Oldest supported version of PostgreSQL, in its own numbering. */
const OLDEST = 150_000;
/** Locales that sort by code points, as SQLite does, and know the case of no language, by the names of systems. */
const BY_CODE_POINTS = /^(?:C|POSIX|C\.utf-?8)$/i;
/** Command that creates a suitable database. */
const CREATE = "createdb --template template0 --locale C.UTF-8 --encoding UTF8 --owner 用户 数据库";

/**
 * Requires that the schema can be created or changed in this database: version, encoding, rights. Nothing on SQLite.
 * @param fresh whether nothing is in it yet: its locale can only be chosen then
 * @throws ConfigError
 */
export async function requireFitPostgres(db: Db, { fresh }: { fresh: boolean }): Promise<void> {
  if (!isPostgres(db)) return;
  const { rows } = await sql<{ number: number; version: string; encoding: string }>`
    select current_setting('server_version_num')::int as number, current_setting('server_version') as version,
      current_setting('server_encoding') as encoding`.execute(db);
  const { number = 0, version = "", encoding = "" } = rows[0] ?? {};
  if (number < OLDEST) throw new ConfigError(`要 PostgreSQL 15 或更新，这个服务器是 ${version}`);
  if (encoding !== "UTF8") throw new ConfigError(`这个数据库的编码是 ${encoding}，要 UTF8：请另建一个（${CREATE}）`);
  if (fresh) await requireLocale(db);
  const { rows: rights } = await sql<{ user: string; database: string; creates: boolean | null }>`
    select current_user as "user", current_database() as database,
      has_schema_privilege(current_schema(), 'CREATE') as creates`.execute(db);
  const { user, database, creates } = rights[0] ?? {};
  if (creates) return;
  throw new ConfigError(
    `用户 ${user} 不能在数据库 ${database} 里建表：请让它成为主人（alter database "${database}" owner to "${user}"）`,
  );
}

async function requireLocale(db: Db): Promise<void> {
  const { rows } = await sql<{ provider: string; locale: string; letters: string }>`
    select datlocprovider as provider, datcollate as locale, datctype as letters from pg_database
    where datname = current_database()`.execute(db);
  const { provider, locale = "", letters = "" } = rows[0] ?? {};
  const byCodePoints = BY_CODE_POINTS.test(locale);
  // b: built into PostgreSQL from 17 on, which sorts by code points in each of its locales.
  if (provider === "b" || (provider === "c" && byCodePoints && BY_CODE_POINTS.test(letters))) return;
  // In Turkish, for example, the lower case of I is another letter, so that words would not be found.
  if (provider === "c" && byCodePoints) {
    throw new ConfigError(`这个数据库按 ${letters} 认大小写，要 C.UTF-8 或 C：请另建一个（${CREATE}）`);
  }
  throw new ConfigError(
    `这个数据库按 ${provider === "i" ? "ICU" : locale} 排序，要 C.UTF-8 或 C：请另建一个（${CREATE}）`,
  );
}
