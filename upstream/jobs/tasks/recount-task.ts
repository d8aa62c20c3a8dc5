import { sql } from "kysely";
import { everyKind, hasTrait, KINDS, type Kind, kindsWith } from "#app/contract/kinds";
import { type Db, isPostgres } from "#upstream/db/dialect";
import { allCardKeys } from "#upstream/db/lists/user-counters";
import { STORED } from "#upstream/db/stored-kinds";
import { transact } from "#upstream/db/transact";
import { bump, type VersionKey } from "#upstream/db/versions";
import { type IdRange, recount } from "#upstream/jobs/recount/recount";
import { tryOut } from "#upstream/policy/logged-write";
import { resultOf, type Task } from "./task";

/** Ids of each table per transaction; others can write between transactions. */
const IDS = 200;

type Counted = { table: string; name: string; columns: readonly string[]; keysOf(id: number): VersionKey[] };

/**
 * Tables with counters computed by `recount`, and the pages that show them. Users come first, as in all other
 * transactions that lock them.
 */
const COUNTED: readonly Counted[] = [
  {
    table: "users",
    name: "用户",
    columns: [
      ...kindsWith("owned").map((kind) => `${kind}_count`),
      ...kindsWith("favoritable").map((kind) => `${kind}_favorite_count`),
      ...["received_count", "follow_count", "fans_count", "follow_question_count", "liked_count"],
    ],
    keysOf: (id) => [`profile/${id}`, ...allCardKeys(id)],
  },
  ...everyKind
    .filter((kind) => columnsOf(kind).length > 0)
    .map(
      (kind): Counted => ({
        table: STORED[kind].table,
        name: KINDS[kind].name,
        columns: columnsOf(kind),
        keysOf: (id) => (hasTrait(kind, "paged") ? [`${kind}/${id}`, `card/${kind}/${id}`] : []),
      }),
    ),
];

function columnsOf(kind: Kind): string[] {
  return [
    ...(hasTrait(kind, "likable") ? ["like_count"] : []),
    ...(hasTrait(kind, "favoritable") ? ["favorite_count"] : []),
    ...(hasTrait(kind, "commentable") ? ["comment_count"] : []),
    ...(hasTrait(kind, "inFeed") ? ["hot"] : []),
    ...(kind === "question" ? ["answer_count", "follow_count"] : []),
    ...(kind === "answer" ? ["vote_up", "vote_down", "score"] : []),
  ];
}

/** Recounts everything and reports wrong counters. */
export const recountTask: Task = async ({ db }, { dryRun, progress }) => {
  const last = await lastId(db);
  const steps = Math.ceil(last / IDS);
  const wrong: string[] = [];
  for (let step = 0; step < steps; step += 1) {
    await progress(step, steps);
    const range = { after: step * IDS, upTo: (step + 1) * IDS };
    const once = (trx: Db) => correct(trx, range);
    // Nobody waits for the response, and the statements of a range are short.
    wrong.push(...(await (dryRun ? tryOut(db, once) : transact(db, once, Number.POSITIVE_INFINITY))));
  }
  if (wrong.length === 0) return resultOf("全部数目都是对的", []);
  return resultOf(`${dryRun ? "会改正" : "已改正"} ${wrong.length} 行的数目`, wrong);
};

async function correct(trx: Db, range: IdRange): Promise<string[]> {
  // From here on others that change counters wait; the following statements see what they wrote before.
  if (isPostgres(trx)) {
    for (const { table } of COUNTED) await sql`${idsOf(table, range)} for update`.execute(trx);
  }
  const before = await snapshot(trx, range);
  await recount(trx, range);
  const after = await snapshot(trx, range);
  const wrong: string[] = [];
  const keys: VersionKey[] = [];
  for (const [place, counters] of after) {
    const changed = Object.entries(counters).filter(([column, value]) => value !== before.get(place)?.[column]);
    if (changed.length === 0) continue;
    const [table = "", id = ""] = place.split("/");
    const counted = COUNTED.find((one) => one.table === table);
    const said = changed.map(([column, value]) => `${column} ${before.get(place)?.[column]} → ${value}`);
    wrong.push(`${counted?.name ?? table} ${id}：${said.join("，")}`);
    keys.push(...(counted?.keysOf(Number(id)) ?? []));
  }
  if (wrong.length > 0) await bump(trx, [...keys, "feed", ...kindsWith("listed").map((kind) => STORED[kind].table)]);
  return wrong;
}

const idsOf = (table: string, { after, upTo }: IdRange) =>
  sql`select id from ${sql.table(table)} where id > ${after} and id <= ${upTo} order by id`;

/** Returns the counters of all rows in a range, by table and id. */
async function snapshot(trx: Db, { after, upTo }: IdRange): Promise<Map<string, Record<string, number>>> {
  const found = new Map<string, Record<string, number>>();
  for (const { table, columns } of COUNTED) {
    const names = sql.join(columns.map((column) => sql.ref(column)));
    const { rows } = await sql<{ id: number } & Record<string, number>>`
      select id, ${names} from ${sql.table(table)} where id > ${after} and id <= ${upTo}`.execute(trx);
    for (const { id, ...counters } of rows) {
      found.set(
        `${table}/${id}`,
        Object.fromEntries(Object.entries(counters).map(([name, one]) => [name, Number(one)])),
      );
    }
  }
  return found;
}

async function lastId(db: Db): Promise<number> {
  const newest = COUNTED.map(({ table }) => sql`select max(id) as id from ${sql.table(table)}`);
  const { rows } = await sql<{ id: number | null }>`select max(id) as id from (${sql.join(
    newest,
    sql` union all `,
  )}) as ids`.execute(db);
  return Number(rows[0]?.id ?? 0);
}
