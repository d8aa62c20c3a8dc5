import { type Kysely, sql } from "kysely";
import { ConfigError } from "#runtime/config-error";
import { reasonOf } from "#runtime/start-failure";
import { readPostgresAddress } from "./postgres-address";
import type { Database } from "./schema";

/** Causes that an operator can mend, by the codes of sockets and the SQLSTATE of PostgreSQL. */
const CAUSES: [codes: RegExp, cause: string][] = [
  [/^ECONNREFUSED$/, "那里没有数据库在运行，或端口不对"],
  [/^(?:ENOTFOUND|EAI_AGAIN)$/, "找不到这台机器"],
  [/^28/, "用户名或密码不对，或者它不让这个用户从这里登录"],
  [/^3D000$/, "没有这个数据库"],
  [/^53300$/, "它的连接都在用"],
];

/**
 * Requires that the server behind `url` accepts connections to this database.
 * @throws ConfigError that names the address, without the password, and the cause
 */
export async function reachPostgres(db: Kysely<Database>, url: string): Promise<void> {
  try {
    await sql`select 1`.execute(db);
  } catch (error) {
    throw new ConfigError(`连不上数据库 ${await withoutPassword(url)}：${causeOf(error)}`);
  }
}

function causeOf(error: unknown): string {
  const { code = "" } = error as { code?: string };
  const reason = reasonOf(error as Error);
  const [, cause] = CAUSES.find(([codes]) => codes.test(code)) ?? [];
  return cause ? `${cause}（${reason}）` : reason;
}

async function withoutPassword(written: string): Promise<string> {
  const read = await readPostgresAddress(written).catch(() => null);
  return read ? `postgres://${read.user}@${read.host}:${read.port}/${read.database}` : "";
}
