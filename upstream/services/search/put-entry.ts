import type { Db } from "#upstream/db/dialect";
import type { Database } from "#upstream/db/schema";
import type { BackEnd } from "./back-end";
import type { SearchEntry } from "./search";
import { segment, type Tokens } from "./segment";
import { indexTitle } from "./vocabulary";

/** A title says what a text is about, so its words stand in the text's index this often. */
const TITLE_TIMES = 3;

/** Adds or replaces one entry; the answers of a question that was renamed are indexed anew. */
export async function putEntry(backEnd: BackEnd, trx: Db, entry: SearchEntry): Promise<void> {
  const { kind, id, createdAt, questionId = null } = entry;
  // PostgreSQL refuses NUL.
  const source = { title: entry.title.replaceAll("\0", ""), body: entry.body.replaceAll("\0", "") };
  const document = { kind, item_id: id, question_id: questionId, created_at: createdAt };
  if (kind === "answer") {
    const title = questionId === null ? null : await questionTitle(trx, questionId);
    await store(backEnd, trx, document, { ...source, title: title ?? source.title });
    return;
  }
  // What of zhiku only some may read has the title that everybody may.
  if (!kind.startsWith("zhiku-full/")) await indexTitle(trx, source.title);
  const before = kind === "question" ? await questionTitle(trx, id) : null;
  await store(backEnd, trx, document, source);
  if (before === null || before === source.title) return;
  const answers = await trx
    .selectFrom("search_documents as d")
    .innerJoin("search_sources as s", "s.document_id", "d.id")
    .select(["d.kind", "d.item_id", "d.question_id", "d.created_at", "s.body"])
    .where("d.question_id", "=", id)
    .execute();
  for (const { body, ...answer } of answers) await store(backEnd, trx, answer, { title: source.title, body });
}

async function questionTitle(trx: Db, id: number): Promise<string | null> {
  const row = await trx
    .selectFrom("search_documents as d")
    .innerJoin("search_sources as s", "s.document_id", "d.id")
    .select("s.title")
    .where("d.kind", "=", "question")
    .where("d.item_id", "=", id)
    .executeTakeFirst();
  return row?.title ?? null;
}

type Document = Omit<Database["search_documents"], "id">;
type Source = { title: string; body: string };

async function store(backEnd: BackEnd, trx: Db, document: Document, source: Source): Promise<void> {
  const { kind, question_id, created_at } = document;
  const { id } = await trx
    .insertInto("search_documents")
    .values(document)
    .onConflict((conflict) => conflict.columns(["kind", "item_id"]).doUpdateSet({ question_id, created_at }))
    .returning("id")
    .executeTakeFirstOrThrow();
  await trx
    .insertInto("search_sources")
    .values({ document_id: id, ...source })
    .onConflict((conflict) => conflict.column("document_id").doUpdateSet(source))
    .execute();
  const title = segment(source.title);
  const body = segment(source.body);
  // An answer has no title of its own: that of its question only adds to its words.
  const tokens =
    kind === "answer"
      ? { title: { words: [], rest: [] }, text: together(title, 1, body) }
      : { title, text: together(title, TITLE_TIMES, body) };
  await backEnd.write(trx, { id, kind, ...tokens });
}

function together(title: Tokens, times: number, body: Tokens): Tokens {
  const words = [...Array.from({ length: times }, () => title.words).flat(), ...body.words];
  const known = new Set(words);
  return { words, rest: [...new Set([...title.rest, ...body.rest])].filter((token) => !known.has(token)) };
}
