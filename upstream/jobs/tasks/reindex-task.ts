import { sql } from "kysely";
import { KINDS, type KindWith, kindsWith } from "#app/contract/kinds";
import type { ZhikuContentType } from "#app/contract/zhiku/content";
import type { Services } from "#upstream/call/context";
import { type Db, isPostgres } from "#upstream/db/dialect";
import { STORED, storedAs, wordColumns } from "#upstream/db/stored-kinds";
import { transact } from "#upstream/db/transact";
import { bump } from "#upstream/db/versions";
import { partsOf } from "#upstream/modules/zhiku/content/free-part";
import { putIntoZhikuSearch, zhikuKind } from "#upstream/modules/zhiku/search/entries";
import type { SearchKind } from "#upstream/services/search/search";
import { resultOf, type Task, type Work } from "./task";

/** Texts that one transaction puts into the index. */
const TEXTS = 50;

type Kind = KindWith<"searchable">;
type Row = {
  id: number;
  created_at: string;
  content: string;
  title?: string;
  excerpt?: string;
  question_id?: number;
};
type ZhikuRow = {
  id: number;
  category_id: number;
  type: ZhikuContentType;
  created_at: string;
  trial: number;
  title: string;
  abstract: string;
  content: string;
};
type Found = { texts: number; missing: string[]; extra: string[] };

/** Puts all that is public into the index anew, and takes out what is not. */
export const reindexTask: Task = async (services, work) => {
  const total = await countAll(services.db);
  const found: Found = { texts: 0, missing: [], extra: [] };
  await work.progress(0, total);
  for (const kind of kindsWith("searchable")) await reindexKind(services, work, { kind, found, total });
  await reindexZhiku(services, work, { found, total });
  if (!work.dryRun) await transact(services.db, (trx) => bump(trx, ["search"]));
  if (!work.dryRun) await services.search.optimize(services.db);
  const { texts, missing, extra } = found;
  const wrong = [...missing.map((one) => `${one} 不在搜索里`), ...extra.map((one) => `${one} 不该在搜索里`)];
  return resultOf(
    `${work.dryRun ? "有" : "重新放进了"} ${texts} 份内容；原来缺 ${missing.length} 份，多 ${extra.length} 份`,
    wrong,
  );
};

type Part = { found: Found; total: number };

async function reindexKind(
  { db, search, markdown }: Services,
  { dryRun, progress }: Work,
  { kind, found, total }: Part & { kind: Kind },
): Promise<void> {
  const { table, under } = storedAs(kind);
  const columns = ["id", "created_at", ...wordColumns(kind), ...(under ? [under.column] : [])];
  const names = sql.join(columns.map((column) => sql.ref(column)));
  const plainOf = ({ content, excerpt }: Row) => {
    const plain = markdown.plain(content);
    return excerpt === undefined ? plain : `${excerpt}\n${plain}`;
  };
  const read = async (from: Db, after: number, lock = sql``) => {
    const { rows } = await sql<Row>`select ${names} from ${sql.table(table)}
      where deleted_at is null and id > ${after} order by id limit ${sql.lit(TEXTS)} ${lock}`.execute(from);
    return rows;
  };
  for (let after = 0; ; ) {
    // Outside of the transaction, so that others go on meanwhile; what is changed since is cut in it.
    const before = dryRun ? [] : await read(db, after);
    const ready = new Map(
      await Promise.all(
        before.map(async (row) => {
          const body = plainOf(row);
          return [wordsOf(row), { body, cut: await search.cut(body) }] as const;
        }),
      ),
    );
    const step = async (trx: Db) => {
      const rows = await read(trx, after, forShare(trx));
      const known = await documentsOf(trx, rows, (query) => query.where("kind", "=", kind));
      const missing = rows.filter(({ id }) => !known.some(({ item_id }) => item_id === id));
      if (!dryRun) {
        await search.put(
          trx,
          rows.map((row) => {
            const { id, created_at: createdAt, title = "", question_id: questionId } = row;
            const words = ready.get(wordsOf(row)) ?? { body: plainOf(row) };
            return { kind, id, title, createdAt, ...words, ...(questionId === undefined ? {} : { questionId }) };
          }),
        );
      }
      return { rows, missing };
    };
    const { rows, missing } = await transact(db, step, Number.POSITIVE_INFINITY);
    found.missing.push(...missing.map(({ id }) => `${KINDS[kind].name} ${id}`));
    found.texts += rows.length;
    await progress(found.texts, total);
    const last = rows.at(-1);
    if (!last || rows.length < TEXTS) break;
    after = last.id;
  }
  const { rows: extra } = await sql<{ item_id: number }>`select item_id from search_documents d where d.kind = ${kind}
    and not exists (select 1 from ${sql.table(table)} t where t.id = d.item_id and t.deleted_at is null)`.execute(db);
  found.extra.push(...extra.map(({ item_id }) => `${KINDS[kind].name} ${item_id}`));
  if (dryRun) return;
  for (const { item_id } of extra) await transact(db, (trx) => search.remove(trx, kind, item_id));
}

async function reindexZhiku(services: Services, { dryRun, progress }: Work, { found, total }: Part): Promise<void> {
  const { db, search, markdown } = services;
  for (let after = 0; ; ) {
    const step = async (trx: Db) => {
      const { rows } = await sql<ZhikuRow>`select id, category_id, type, created_at, trial, title, abstract, content
        from zhiku_contents where deleted_at is null and id > ${after} order by id limit ${sql.lit(TEXTS)}
        ${forShare(trx)}`.execute(trx);
      const known = await documentsOf(trx, rows, (query) => query.where(sql<boolean>`kind like 'zhiku-%'`));
      const missing: string[] = [];
      const extra: string[] = [];
      for (const row of rows) {
        const place = { categoryId: row.category_id, type: row.type };
        const shares = row.trial === 1 ? (["trial"] as const) : (["brief", "full"] as const);
        const wanted: SearchKind[] = shares.map((share) => zhikuKind(share, place));
        const has = known.filter(({ item_id }) => item_id === row.id).map(({ kind }) => kind);
        if (wanted.some((kind) => !has.includes(kind))) missing.push(`资料 ${row.id}`);
        const stale = has.filter((kind) => !wanted.includes(kind));
        if (stale.length > 0) extra.push(`资料 ${row.id}`);
        if (dryRun) continue;
        for (const kind of stale) await search.remove(trx, kind, row.id);
        await putIntoZhikuSearch(trx, services, {
          ...{ id: row.id, ...place, trial: row.trial === 1, title: row.title, abstract: row.abstract },
          plain: markdown.plain(partsOf(row.content).whole),
          createdAt: row.created_at,
        });
      }
      return { rows, missing, extra };
    };
    const { rows, missing, extra } = await transact(db, step, Number.POSITIVE_INFINITY);
    found.missing.push(...missing);
    found.extra.push(...extra);
    found.texts += rows.length;
    await progress(found.texts, total);
    const last = rows.at(-1);
    if (!last || rows.length < TEXTS) break;
    after = last.id;
  }
  const { rows: gone } = await sql<{ kind: SearchKind; item_id: number }>`select kind, item_id from search_documents d
    where d.kind like 'zhiku-%' and not exists
      (select 1 from zhiku_contents t where t.id = d.item_id and t.deleted_at is null)`.execute(db);
  found.extra.push(...new Set(gone.map(({ item_id }) => `资料 ${item_id}`)));
  if (dryRun) return;
  for (const { kind, item_id } of gone) await transact(db, (trx) => search.remove(trx, kind, item_id));
}

/** Source of a text's words. */
const wordsOf = ({ excerpt = "", content }: Row): string => `${excerpt}\n${content}`;

/** Whoever changes one of these rows meanwhile waits. */
const forShare = (trx: Db) => (isPostgres(trx) ? sql`for share` : sql``);

const documents = (db: Db) => db.selectFrom("search_documents").select(["kind", "item_id"]);
type Documents = ReturnType<typeof documents>;

async function documentsOf(db: Db, rows: readonly { id: number }[], of: (query: Documents) => Documents) {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  return of(documents(db)).where("item_id", "in", ids).execute();
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
