import type { WrittenKind } from "#app/contract/editor-fields";
import { hasTrait } from "#app/contract/kinds";
import type { Services } from "#upstream/call/context";
import type { Db } from "#upstream/db/dialect";
import { STORED } from "#upstream/db/stored-kinds";
import { bump, type VersionKey } from "#upstream/db/versions";
import { notifyMentioned } from "#upstream/modules/notification/mentions";
import { type Enlisted, enlist } from "./enlist";
import { type ListedRow, listedColumns } from "./listed";
import { hotRank } from "./rules";
import { newColumns, type WrittenText } from "./written-text";

/** Kinds of texts that stand by themselves; an answer counts on its question. */
export type StandingText = Exclude<WrittenKind, "answer">;

/**
 * Writes a new text that stands by itself, with all that lists, counters, search and caches need.
 * @param after changes what hangs on texts of its kind alone; gives the keys of what it changed
 */
export async function insertText<K extends StandingText>(
  trx: Db,
  services: Pick<Services, "search">,
  kind: K,
  text: WrittenText<K> & { title: string },
  after: (id: number) => Promise<VersionKey[]> = async () => [],
): Promise<{ id: number }> {
  const { authorId, title, createdAt, rendered } = text;
  const columns: object = newColumns<K>(kind, text);
  const row = await trx
    .insertInto(STORED[kind].table as "articles")
    .values({
      ...(columns as ReturnType<typeof newColumns<"article">>),
      ...{ author_id: authorId, created_at: createdAt },
      ...(hasTrait(kind, "inFeed") ? { hot: hotRank(0, createdAt) } : {}),
    })
    .returning(listedColumns(kind) as (keyof ListedRow<"article">)[])
    .executeTakeFirstOrThrow();
  const { id } = row;
  await enlist(trx, services, [{ kind, row, words: { title, body: rendered.plain } } as Enlisted]);
  const others = await after(id);
  await bump(trx, [...others, ...(await notifyMentioned(trx, { kind, id }, text))]);
  return { id };
}
