import type { Db } from "#upstream/db/dialect";
import type { Search } from "./search";

/** Maximum related questions stored per question. */
const RELATED_MAX = 8;
const QUOTES = /["“”＂]/g;

/**
 * Finds the questions most similar to a question by the words of its title; best first, never itself. Called once, when
 * the question is written.
 */
export async function relatedQuestions(
  search: Search,
  trx: Db,
  { id, title }: { id: number; title: string },
  limit = RELATED_MAX,
): Promise<number[]> {
  // Quotes in a title are not a phrase search.
  const text = title.replace(QUOTES, " ");
  const query = { text, kinds: ["question"] as const, offset: 0, limit: limit + 1, asTyped: true };
  const { hits } = await search.find(trx, query);
  return hits
    .map((hit) => hit.id)
    .filter((other) => other !== id)
    .slice(0, limit);
}
