import { sql } from "kysely";
import type { Db } from "#upstream/db/dialect";
import { amongIds, idList } from "#upstream/db/id-list";
import { type BackEnd, documentsOf } from "./back-end";
import { normalize } from "./normalize";
import { packed } from "./one-statement";
import { bareOf, parseQuery } from "./parse-query";
import type { SearchKind, TitleHit } from "./search";

/** Number of newest titles considered. */
const LOOKED_AT = 60;

/**
 * Finds titles with all words typed so far: first those that begin with the typed text, then those that contain it
 * literally, short ones first.
 */
export async function titlesLike<K extends SearchKind>(
  backEnd: BackEnd,
  db: Db,
  text: string,
  { kinds, limit, narrowed = false }: { kinds: readonly K[]; limit: number; narrowed?: boolean },
): Promise<TitleHit<K>[]> {
  const { terms, whole, stopWordsOnly, without } = parseQuery(text.replaceAll("\0", " "));
  if (terms.length === 0 || kinds.length === 0) return [];
  const ask = {
    within: "titles" as const,
    terms,
    crossWordPairs: [],
    limit: LOOKED_AT,
    acrossWords: true,
    stopWordsOnly,
  };
  const narrowing = narrowed ? { without, where: sql`d.kind in (${sql.join(kinds)})` } : { without };
  const [ids = []] = await documentsOf(backEnd, db, [ask], { narrowing });
  if (ids.length === 0) return [];
  const { rows } = await sql<{ list: string }>`select ${packed(db, [sql`d.kind`, sql`d.item_id`, sql`s.title`])} as list
    from search_documents d join search_sources s on s.document_id = d.id
    where d.id ${amongIds(db, idList(db, ids))} and d.kind in (${sql.join(kinds)})`.execute(db);
  const found = (JSON.parse(rows[0]?.list ?? "[]") as [K, number, string][]).map(([kind, id, title]) => {
    const bare = bareOf(normalize(title));
    return { kind, id, title, place: bare.startsWith(whole) ? 0 : bare.includes(whole) ? 1 : 2 };
  });
  found.sort((a, b) => a.place - b.place || a.title.length - b.title.length || b.id - a.id);
  return found.slice(0, limit).map(({ kind, id, title }) => ({ kind, id, title }));
}
