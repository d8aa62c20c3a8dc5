import { type RawBuilder, sql } from "kysely";
import { KINDS, type KindWith, kindsWith } from "#app/contract/kinds";
import type { ZhikuContentType } from "#app/contract/zhiku/content";
import type { Services } from "#upstream/call/context";
import { type Db, isPostgres } from "#upstream/db/dialect";
import { STORED, storedAs, wordColumns } from "#upstream/db/stored-kinds";
import { transact } from "#upstream/db/transact";
import { bump } from "#upstream/db/versions";
import { plainOf } from "#upstream/modules/zhiku/content/free-part";
import { zhikuEntries } from "#upstream/modules/zhiku/search/entries";
import type { SearchEntry } from "#upstream/services/search/search";
import { resultOf, type Task, type Work } from "./task";

/** Texts indexed per transaction. */
const TEXTS = 50;

type Row = { id: number; created_at: string };
/** Rows of one table, and their entries in the index. */
type Source<R extends Row> = {
  table: string;
  columns: readonly string[];
  /** Entries of a row, not tokenized yet. */
  entriesOf(row: R): SearchEntry[];
  /** Condition on the kinds of `search_documents` of its entries. */
  kinds: RawBuilder<boolean>;
  name: string;
};
type TextRow = Row & { content: string; title?: string; excerpt?: string; question_id?: number };
type ZhikuRow = Row & {
  category_id: number;
  type: ZhikuContentType;
  trial: number;
  title: string;
  abstract: string;
  content: string;
};
type Found = { texts: number; missing: string[]; extra: string[] };

/** Reindexes everything public, and removes what is not. */
export const reindexTask: Task = async (services, work) => {
  const total = await countAll(services.db);
  const found: Found = { texts: 0, missing: [], extra: [] };
  await work.progress(0, total);
  for (const kind of kindsWith("searchable")) {
    await reindex(services, work, { source: textsOf(services, kind), found, total });
  }
  await reindex(services, work, { source: documentsOfZhiku(services), found, total });
  if (!work.dryRun) await transact(services.db, (trx) => bump(trx, ["search"]));
  if (!work.dryRun) await services.search.optimize(services.connection);
  const { texts, missing, extra } = found;
  const wrong = [...missing.map((one) => `${one} 不在搜索里`), ...extra.map((one) => `${one} 不该在搜索里`)];
  return resultOf(
    `${work.dryRun ? "有" : "重新放进了"} ${texts} 份内容；原来缺 ${missing.length} 份，多 ${extra.length} 份`,
    wrong,
  );
};

function textsOf({ markdown }: Services, kind: KindWith<"searchable">): Source<TextRow> {
  const { table, under } = storedAs(kind);
  return {
    table,
    columns: ["id", "created_at", ...wordColumns(kind), ...(under ? [under.column] : [])],
    entriesOf({ id, created_at: createdAt, title = "", excerpt, content, question_id: questionId }) {
      const plain = markdown.plain(content);
      const body = excerpt === undefined ? plain : `${excerpt}\n${plain}`;
      return [{ kind, id, title, body, createdAt, ...(questionId === undefined ? {} : { questionId }) }];
    },
    kinds: sql`kind = ${kind}`,
    name: KINDS[kind].name,
  };
}

const documentsOfZhiku = (services: Services): Source<ZhikuRow> => ({
  table: "zhiku_contents",
  columns: ["id", "category_id", "type", "created_at", "trial", "title", "abstract", "content"],
  entriesOf: ({ id, category_id: categoryId, type, created_at: createdAt, trial, title, abstract, content }) =>
    zhikuEntries({
      id,
      categoryId,
      type,
      trial: trial === 1,
      title,
      abstract,
      createdAt,
      plain: plainOf(services, content),
    }),
  kinds: sql`kind like 'zhiku-%'`,
  name: "资料",
});

async function reindex<R extends Row>(
  services: Services,
  { dryRun, progress }: Work,
  { source, found, total }: { source: Source<R>; found: Found; total: number },
): Promise<void> {
  const { db, search } = services;
  const named = (id: number) => `${source.name} ${id}`;
  for (let after = 0; ; ) {
    const ready = dryRun
      ? new Map<string, SearchEntry[]>()
      : await cutBeside(search, source, await read(db, source, after));
    const step = async (trx: Db) => {
      const rows = await read(trx, source, after, isPostgres(trx) ? FOR_SHARE : undefined);
      const wanted = rows.flatMap((row) => ready.get(JSON.stringify(row)) ?? source.entriesOf(row));
      const known = await knownOf(trx, source, rows);
      const missing = wanted.filter((entry) => !known.some((one) => isSame(one, entry)));
      const extra = known.filter((one) => !wanted.some((entry) => isSame(one, entry)));
      if (!dryRun) {
        for (const { kind, id } of extra) await search.remove(trx, kind, id);
        await search.put(trx, wanted);
      }
      return { rows, missing: idsOf(missing), extra: idsOf(extra) };
    };
    const { rows, missing, extra } = await transact(db, step, Number.POSITIVE_INFINITY);
    found.missing.push(...missing.map(named));
    found.extra.push(...extra.map(named));
    found.texts += rows.length;
    await progress(found.texts, total);
    const last = rows.at(-1);
    if (!last || rows.length < TEXTS) break;
    after = last.id;
  }
  const { rows: gone } = await sql<Known>`select kind, item_id as id from search_documents d where ${source.kinds}
    and not exists (select 1 from ${sql.table(source.table)} t where t.id = d.item_id and t.deleted_at is null)`.execute(
    db,
  );
  found.extra.push(...idsOf(gone).map(named));
  if (dryRun) return;
  for (const { kind, id } of gone) await transact(db, (trx) => search.remove(trx, kind, id));
}

/** Concurrent changes of these rows wait. */
const FOR_SHARE = sql`for share`;

async function read<R extends Row>(from: Db, { table, columns }: Source<R>, after: number, lock = sql``): Promise<R[]> {
  const names = sql.join(columns.map((column) => sql.ref(column)));
  const { rows } = await sql<R>`select ${names} from ${sql.table(table)}
    where deleted_at is null and id > ${after} order by id limit ${sql.lit(TEXTS)} ${lock}`.execute(from);
  return rows;
}

/**
 * Tokenizes entries before the transaction, so that others are not blocked; rows changed since are tokenized within it.
 */
async function cutBeside<R extends Row>(
  search: Services["search"],
  { entriesOf }: Source<R>,
  rows: readonly R[],
): Promise<Map<string, SearchEntry[]>> {
  const ready = rows.map(async (row) => {
    const cut = entriesOf(row).map(async (entry) => ({
      ...entry,
      cut: await search.cut(entry.body, entry.kind === "answer" ? undefined : entry.title),
    }));
    return [JSON.stringify(row), await Promise.all(cut)] as const;
  });
  return new Map(await Promise.all(ready));
}

type Known = Pick<SearchEntry, "kind" | "id">;

const isSame = (one: Known, other: Known): boolean => one.id === other.id && one.kind === other.kind;

const idsOf = (entries: readonly Known[]): number[] => [...new Set(entries.map(({ id }) => id))];

async function knownOf<R extends Row>(trx: Db, { kinds }: Source<R>, rows: readonly R[]): Promise<Known[]> {
  if (rows.length === 0) return [];
  return trx
    .selectFrom("search_documents")
    .select(["kind", "item_id as id"])
    .where(kinds)
    .where(
      "item_id",
      "in",
      rows.map(({ id }) => id),
    )
    .execute();
}

async function countAll(db: Db): Promise<number> {
  const tables = [...kindsWith("searchable").map((kind) => STORED[kind].table), "zhiku_contents"];
  const counts = tables.map((table) => sql`select count(*) as total from ${sql.table(table)} where deleted_at is null`);
  const { rows } = await sql<{ total: number }>`select sum(total) as total from (${sql.join(
    counts,
    sql` union all `,
  )}) as counts`.execute(db);
  return Number(rows[0]?.total ?? 0);
}
