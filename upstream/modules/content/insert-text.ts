import { hasTrait } from "#app/contract/kinds";
import type { WrittenKind } from "#app/contract/writing/editor-fields";
import type { Services } from "#upstream/call/context";
import type { Db } from "#upstream/db/dialect";
import { STORED } from "#upstream/db/stored-kinds";
import { bump, type VersionKey } from "#upstream/db/versions";
import { notifyMentioned } from "#upstream/modules/notification/mentions";
import { type Enlisted, enlist } from "./enlist";
import { type ListedRow, listedRowColumns } from "./listed";
import { hotRank } from "./rules";
import { newColumns, type WrittenText } from "./written-text";

/** Kinds of texts that do not belong to another text; an answer belongs to a question. */
export type StandingText = Exclude<WrittenKind, "answer">;

/** A prepared text that does not belong to another one. */
export type StandingWritten<K extends StandingText> = WrittenText<K> & { title: string };

/** Inserts a new standalone text with everything that lists, counters, search and caches need. */
export async function insertText<K extends StandingText>(
  trx: Db,
  services: Pick<Services, "search">,
  kind: K,
  text: StandingWritten<K>,
): Promise<{ id: number }> {
  const [id = 0] = await insertTexts(trx, services, { kind, texts: [text] });
  return { id };
}

/** New texts of one kind. */
type NewTexts<K extends StandingText> = {
  kind: K;
  texts: readonly StandingWritten<K>[];
  /** Does additional work for a text of this kind. @returns the version keys of what it changed */
  after?(id: number, title: string): Promise<VersionKey[]>;
};

/** Inserts many new texts of a kind at once, like `insertText`, in batched statements. */
export async function insertTexts<K extends StandingText>(
  trx: Db,
  services: Pick<Services, "search">,
  { kind, texts, after }: NewTexts<K>,
): Promise<number[]> {
  const written: { id: number; text: StandingWritten<K>; thing: Enlisted }[] = [];
  for (const text of texts) {
    const { authorId, title, createdAt, rendered, cut } = text;
    const columns: object = newColumns<K>(kind, text);
    const row = await trx
      .insertInto(STORED[kind].table as "articles")
      .values({
        ...(columns as ReturnType<typeof newColumns<"article">>),
        author_id: authorId,
        created_at: createdAt,
        ...(hasTrait(kind, "inFeed") ? { hot: hotRank(0, createdAt) } : {}),
      })
      .returning(listedRowColumns(kind) as (keyof ListedRow<"article">)[])
      .executeTakeFirstOrThrow();
    const thing = { kind, row, words: { title, body: rendered.plain, cut } } as Enlisted;
    written.push({ id: row.id, text, thing });
  }
  await enlist(
    trx,
    services,
    written.map(({ thing }) => thing),
  );
  for (const { id, text } of written) {
    const others = (await after?.(id, text.title)) ?? [];
    await bump(trx, [...others, ...(await notifyMentioned(trx, { kind, id }, text))]);
  }
  return written.map(({ id }) => id);
}
