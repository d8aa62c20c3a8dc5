import { sql } from "kysely";
import type { Services } from "#upstream/call/context";
import type { Db } from "#upstream/db/dialect";
import { type WordFilter, type WordFinding, wordFilterOf } from "#upstream/services/moderation/word-filter";

/** Builds a word filter from rows, in the format of the file's lines. */
export function filterOf(rows: readonly { word: string; action: WordFinding["action"] }[]): WordFilter {
  const of = (action: WordFinding["action"]) => rows.filter((row) => row.action === action).map(({ word }) => word);
  return wordFilterOf(["[reject]", ...of("reject"), "[review]", ...of("review")].join("\n"));
}

/** The most severe sensitive word in any of the texts, from staff's list and the file; null for none. */
export async function findWord(
  services: Pick<Services, "words" | "cached" | "db">,
  ...texts: string[]
): Promise<WordFinding | null> {
  const stored = await services.cached("moderation/words", ["words"], async () =>
    filterOf(await services.db.selectFrom("words").select(["word", "action"]).orderBy("id").execute()),
  );
  const found = [stored.find(...texts), services.words.find(...texts)].filter((one) => one !== null);
  return found.find(({ action }) => action === "reject") ?? found[0] ?? null;
}

/** Counts that a text was held or refused because of a word. */
export async function countHit(db: Db, { word }: Pick<WordFinding, "word">): Promise<void> {
  await db.updateTable("words").set({ hits: sql`hits + 1` }).where("word_key", "=", word).execute();
}
