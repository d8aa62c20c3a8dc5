import type { Db } from "#upstream/db/dialect";
import type { Search } from "./search";

/** Number of related questions that are kept for each question. */
const RELATED_MAX = 8;
const QUOTES = /["“”＂]/g;

/**
 * The questions most like a question, by the words of its title; best first, never itself. Asked once, when
 * the question is written.
 */
export async function relatedQuestions(
  search: Search,
  trx: Db,
  { id, title }: { id: number; title: string },
  limit = RELATED_MAX,
): Promise<number[]> {
  // A quoted word in a title is no demand that others quote it too.
  const text = title.replace(QUOTES, " ");
  const query = { text, kinds: ["question"] as const, offset: 0, limit: limit + 1, asTyped: true };
  const { hits } = await search.find(trx, query);
  return hits
    .map((hit) => hit.id)
    .filter((other) => other !== id)
    .slice(0, limit);
}
