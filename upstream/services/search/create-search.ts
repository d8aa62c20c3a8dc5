import { kindsWith } from "#app/contract/kinds";
import { FOUND_MAX } from "#app/contract/limits";
import type { Db } from "#upstream/db/dialect";
import { collapsed } from "./collapse";
import { cutTextApart } from "./cut-text";
import { itemsOf } from "./find";
import { findMended } from "./find-mended";
import { jieba } from "./jieba";
import { conditionOf, sortHits } from "./narrow";
import { postgresBackEnd } from "./postgres";
import { putEntries } from "./put-entries";
import type { Search, SearchHitId, SearchKind, SearchQuery } from "./search";
import { sqliteBackEnd } from "./sqlite";
import { titlesLike } from "./titles-like";

/** Full-text search on the back end of the database; see `Search`. */
export function createSearch(kind: "sqlite" | "postgres"): Search {
  const backEnd = kind === "sqlite" ? sqliteBackEnd : postgresBackEnd;
  return {
    cut: cutTextApart,
    put: (trx, entries) => putEntries(backEnd, trx, entries),

    async remove(trx, kind, id) {
      const row = await trx
        .deleteFrom("search_documents")
        .where("kind", "=", kind)
        .where("item_id", "=", id)
        .returning("id")
        .executeTakeFirst();
      if (row) await backEnd.erase(trx, row.id);
    },

    async find<K extends SearchKind>(db: Db, query: SearchQuery<K>) {
      const { kinds, offset, limit, perQuestion } = query;
      // PostgreSQL refuses NUL.
      const text = query.text.replaceAll("\0", " ");
      const whole = SITE_KINDS.every((kind) => (kinds as readonly SearchKind[]).includes(kind));
      const scope = {
        kinds,
        whole,
        where: conditionOf(query.within ?? {}),
        strict: query.sort !== undefined && query.sort !== "best",
      };
      const { found, missing, words, shownFor } = await findMended(backEnd, db, {
        text,
        scope,
        asTyped: query.asTyped,
      });
      const ordered = await sortHits(db, found, query.sort ?? "best");
      const shown = (perQuestion === undefined ? ordered : collapsed(ordered, perQuestion)).slice(0, FOUND_MAX);
      const page = shown.slice(offset, offset + limit);
      const hits = (await itemsOf(db, page)) as SearchHitId<K>[];
      return {
        hits,
        total: shown.length,
        words,
        missing: hits.length === 0 ? [] : missing,
        ...(shownFor === null ? {} : { shownFor }),
      };
    },

    titles: (db, text, of) => titlesLike(backEnd, db, text, of),
    warm: () => void jieba(),
    optimize: (connection) => connection.unlimited((db) => backEnd.optimize(db)),
  };
}

const SITE_KINDS = kindsWith("searchable");
