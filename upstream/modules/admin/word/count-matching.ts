import { kindsWith } from "#app/contract/kinds";
import type { Db } from "#upstream/db/dialect";
import { STORED } from "#upstream/db/stored-kinds";
import { filterOf } from "#upstream/modules/moderation/find-word";
import type { ListedWord } from "./read-list";

/** Number of texts searched per kind, newest first. */
const SEARCHED_MAX = 2_000;
const STEP = 200;

/** Number of the newest public texts that contain one of the words. */
export async function countMatching(
  db: Db,
  words: readonly ListedWord[],
): Promise<{ searched: number; matching: number }> {
  const filter = filterOf(words);
  let [searched, matching] = [0, 0];
  if (filter.isEmpty()) return { searched, matching };
  for (const kind of kindsWith("reviewed")) {
    let before = Number.MAX_SAFE_INTEGER;
    for (let read = 0; read < SEARCHED_MAX; read += STEP) {
      const rows = await db
        .selectFrom(STORED[kind].table)
        .selectAll()
        .where("deleted_at", "is", null)
        .where("id", "<", before)
        .orderBy("id", "desc")
        .limit(STEP)
        .execute();
      for (const row of rows) {
        const { title = "", content = "", text = "" } = row as { title?: string; content?: string; text?: string };
        if (filter.find(title, content, text)) matching += 1;
      }
      searched += rows.length;
      before = rows.at(-1)?.id ?? 0;
      if (rows.length < STEP) break;
    }
  }
  return { searched, matching };
}
