import type { Db } from "#upstream/db/dialect";
import type { Database } from "#upstream/db/schema";
import type { BackEnd } from "./back-end";
import { type CutText, type CutTitle, cutTitle, eachOnce } from "./cut-text";
import type { SearchEntry } from "./search";
import { segment } from "./segment";
import { enterWords } from "./vocabulary";

/** Entries per batch of statements. */
const AT_ONCE = 100;

type Document = Omit<Database["search_documents"], "id">;
type Source = { title: string; body: string };
type Written = { document: Document; source: Source; title: CutTitle; tokens: string };

/** Inserts or replaces entries; also reindexes the answers of renamed questions. */
export async function putEntries(backEnd: BackEnd, trx: Db, entries: readonly SearchEntry[]): Promise<void> {
  const renamed: number[] = [];
  const putAll = async (all: readonly SearchEntry[]) => {
    for (let from = 0; from < all.length; from += AT_ONCE) {
      renamed.push(...(await putTogether(backEnd, trx, all.slice(from, from + AT_ONCE))));
    }
  };
  await putAll(entries);
  const own = new Set(entries.flatMap(({ kind, id }) => (kind === "answer" ? id : [])));
  await putAll((await answersOf(trx, renamed)).filter(({ id }) => !own.has(id)));
}

/** @returns the renamed questions among them */
async function putTogether(backEnd: BackEnd, trx: Db, entries: readonly SearchEntry[]): Promise<number[]> {
  const asked = entries.flatMap(({ kind, id, questionId }) => (kind === "question" ? id : (questionId ?? [])));
  const titles = await questionTitles(trx, asked);
  const renamed: number[] = [];
  for (const { kind, id, title } of entries) {
    if (kind !== "question") continue;
    const now = withoutNul(title);
    if (titles.has(id) && titles.get(id) !== now) renamed.push(id);
    titles.set(id, now);
  }
  const written = entries.map(({ kind, id, title, body, createdAt, questionId = null, cut }): Written => {
    const above = kind === "answer" && questionId !== null ? titles.get(questionId) : undefined;
    const source = { title: above ?? withoutNul(title), body: withoutNul(body) };
    return {
      document: { kind, item_id: id, question_id: questionId, created_at: createdAt },
      source,
      ...cutOf(source, cut),
    };
  });
  // Restricted zhiku entries have the same titles as their public ones.
  const telling = written.filter(({ document: { kind } }) => kind !== "answer" && !kind.startsWith("zhiku-full/"));
  await enterWords(
    trx,
    telling.flatMap(({ title }) => title.vocabulary),
  );
  await store(backEnd, trx, written);
  return renamed;
}

/** Tokenizes a title and its text, unless that was done before. */
function cutOf({ title, body }: Source, cut: CutText | undefined): Pick<Written, "title" | "tokens"> {
  if (cut?.title?.title === title) return { title: cut.title, tokens: cut.tokens };
  const above = cutTitle(title);
  if (cut?.title === null) return { title: above, tokens: eachOnce(above, [cut.tokens.split(" ").filter(Boolean)]) };
  const { words, rest } = segment(body);
  return { title: above, tokens: eachOnce(above, [words, rest]) };
}

/** PostgreSQL rejects NUL. */
const withoutNul = (text: string): string => text.replaceAll("\0", "");

async function questionTitles(trx: Db, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await trx
    .selectFrom("search_documents as d")
    .innerJoin("search_sources as s", "s.document_id", "d.id")
    .select(["d.item_id", "s.title"])
    .where("d.kind", "=", "question")
    .where("d.item_id", "in", [...new Set(ids)])
    .execute();
  return new Map(rows.map(({ item_id, title }) => [item_id, title]));
}

async function answersOf(trx: Db, questions: readonly number[]): Promise<SearchEntry[]> {
  if (questions.length === 0) return [];
  const rows = await trx
    .selectFrom("search_documents as d")
    .innerJoin("search_sources as s", "s.document_id", "d.id")
    .select(["d.kind", "d.item_id as id", "d.question_id", "d.created_at as createdAt", "s.body"])
    .where("d.question_id", "in", questions)
    .execute();
  return rows.map(({ question_id, ...row }) => ({
    ...row,
    title: "",
    ...(question_id && { questionId: question_id }),
  }));
}

async function store(backEnd: BackEnd, trx: Db, written: readonly Written[]): Promise<void> {
  const rows = await trx
    .insertInto("search_documents")
    .values(written.map(({ document }) => document))
    .onConflict((conflict) =>
      conflict.columns(["kind", "item_id"]).doUpdateSet(({ ref }) => ({
        question_id: ref("excluded.question_id"),
        created_at: ref("excluded.created_at"),
      })),
    )
    .returning(["id", "kind", "item_id"])
    .execute();
  const keyOf = ({ kind, item_id }: Pick<Document, "kind" | "item_id">) => `${kind} ${item_id}`;
  const ids = new Map(rows.map((row) => [keyOf(row), row.id]));
  const stored = written.map((one) => ({ ...one, id: ids.get(keyOf(one.document)) as number }));
  await trx
    .insertInto("search_sources")
    .values(stored.map(({ id, source }) => ({ document_id: id, ...source })))
    .onConflict((conflict) =>
      conflict.column("document_id").doUpdateSet(({ ref }) => ({
        title: ref("excluded.title"),
        body: ref("excluded.body"),
      })),
    )
    .execute();
  await backEnd.write(
    trx,
    stored.map(({ id, document: { kind }, title, tokens }) => ({
      id,
      kind,
      tokens,
      // An answer has no title; its question's title only adds tokens.
      title: kind === "answer" ? { words: [], rest: [] } : title.tokens,
    })),
  );
}
