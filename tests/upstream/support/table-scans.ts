import { CompiledQuery, sql } from "kysely";
import type { TestUpstream } from "./harness";

/** Tables that grow with a site; all others stay small. */
const LARGE = [
  "articles",
  "questions",
  "answers",
  "comments",
  "news",
  "users",
  "likes",
  "favorites",
  "votes",
  "user_follows",
  "question_follows",
  "text_versions",
  "consents",
  "audit_log",
  "zhiku_orders",
  "reviews",
  "reports",
  "objects",
  "sessions",
];

/** Texts of the statements that some work runs, each once. */
export async function statementsOf({ services }: TestUpstream, work: () => Promise<unknown>): Promise<string[]> {
  const texts = new Set<string>();
  services.connection.onStatement(({ text }) => texts.add(text));
  try {
    await work();
  } finally {
    services.connection.onStatement(() => {});
  }
  return [...texts].filter((text) => /^\(?(?:select|with|update|delete)\b/i.test(text.trim()));
}

/**
 * Large tables of which a statement reads every row. On SQLite also those that it walks by an index without looking
 * anything up there, as an ordered list does up to its limit: `users by users_nickname`. On PostgreSQL full scans are
 * discouraged, so that they only occur where no index serves, however small the table is here.
 */
export async function scansOf(upstream: TestUpstream, text: string): Promise<string[]> {
  const { connection, db } = upstream.services;
  if (connection.kind === "postgres") return scansOnPostgres(upstream, text);
  const values = [...text.replace(/'[^']*'/g, "").matchAll(/\?/g)].map(() => null);
  const { rows } = await db.executeQuery<{ detail: string }>(CompiledQuery.raw(`explain query plan ${text}`, values));
  const { rows: indexes } = await sql<{ name: string; tbl_name: string }>`select name, tbl_name from sqlite_master
    where type = 'index'`.execute(db);
  const tables = tableNames(text);
  return rows.flatMap(({ detail }) => {
    const [, name = "", index] = /^SCAN (\w+)(?: USING (?:COVERING )?INDEX (\w+))?/.exec(detail) ?? [];
    // `is not null` looks nothing up, either.
    const [, removed] = /^SEARCH \w+ USING INDEX (\w+_removed) /.exec(detail) ?? [];
    if (removed) return [removed];
    if (index === undefined) return tables.get(name) ?? [];
    const table = indexes.find((one) => one.name === index)?.tbl_name ?? "";
    return LARGE.includes(table) ? [`${table} by ${index}`] : [];
  });
}

/** Tables of a statement by the names that it gives them. */
function tableNames(text: string): Map<string, string> {
  const names = new Map(LARGE.map((table) => [table, table]));
  for (const table of LARGE) {
    for (const [, name = ""] of text.matchAll(new RegExp(`\\b${table}"?(?: as)? "?([a-z_]\\w*)`, "gi"))) {
      if (!names.has(name)) names.set(name, table);
    }
  }
  return names;
}

type Node = { "Node Type": string; "Relation Name"?: string; Plans?: Node[] };

/** Plans that hold for any values, since the text contains none. */
async function scansOnPostgres({ services }: TestUpstream, text: string): Promise<string[]> {
  const count = Math.max(0, ...[...text.matchAll(/\$(\d+)/g)].map(([, no]) => Number(no)));
  const values = count > 0 ? `(${Array.from({ length: count }, () => "null").join(", ")})` : "";
  return services.db.transaction().execute(async (trx) => {
    await sql`set local plan_cache_mode = force_generic_plan`.execute(trx);
    await sql`set local enable_seqscan = off`.execute(trx);
    await sql.raw(`prepare explained as ${text}`).execute(trx);
    const { rows } = await sql
      .raw<{ "QUERY PLAN": { Plan: Node }[] }>(`explain (format json) execute explained${values}`)
      .execute(trx);
    await sql`deallocate explained`.execute(trx);
    return rows.flatMap((row) => row["QUERY PLAN"].flatMap(({ Plan }) => scansIn(Plan)));
  });
}

function scansIn(node: Node): string[] {
  const below = (node.Plans ?? []).flatMap(scansIn);
  const table = node["Relation Name"] ?? "";
  return node["Node Type"] === "Seq Scan" && LARGE.includes(table) ? [table, ...below] : below;
}
