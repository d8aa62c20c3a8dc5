import type { Generated } from "kysely";
import type { KindWith } from "#app/contract/kinds";
import type { ZhikuContentType } from "#app/contract/zhiku/content";

/**
 * Search kind of a zhiku document. Each document is indexed twice, `brief` with what everybody may read and `full`,
 * because a search may only look into what its reader may open; or once, as `trial`, if both are the same. Category and
 * type follow, so that filters and rights reduce to the kinds that are searched.
 */
export type ZhikuSearchKind = `zhiku-${"brief" | "full" | "trial"}/${number}/${ZhikuContentType}`;

/** One row per searchable thing; its words are in the dialect's full-text index under the same id. */
export type SearchDocumentsTable = {
  id: Generated<number>;
  kind: KindWith<"searchable"> | ZhikuSearchKind;
  item_id: number;
  /** The question of an answer. */
  question_id: number | null;
  created_at: string;
};

/**
 * Text that a document was indexed from, for snippets and quoted phrases: re-rendering Markdown at every search would
 * cost more than the search. A separate table, so that scanning a thousand documents reads few pages.
 */
export type SearchSourcesTable = {
  document_id: number;
  /** Title; for an answer, that of its question. */
  title: string;
  /** Plain text. */
  body: string;
};
