import type { Generated } from "kysely";
import type { KindWith } from "#app/contract/kinds";
import type { ZhikuContentType } from "#app/contract/zhiku/content";

/**
 * A content of zhiku is there twice, `brief` with what everybody may read of it and `full`, because a search may look
 * only into what its reader may open; and once, as `trial`, where that is the same for all. Then its category and type,
 * so that filters and rights are a matter of which kinds are asked for.
 */
export type ZhikuSearchKind = `zhiku-${"brief" | "full" | "trial"}/${number}/${ZhikuContentType}`;

/** One row for each searchable thing; its words are in the index of the dialect, under the same id. */
export type SearchDocumentsTable = {
  id: Generated<number>;
  kind: KindWith<"searchable"> | ZhikuSearchKind;
  item_id: number;
  /** The question of an answer. */
  question_id: number | null;
  created_at: string;
};

/**
 * Words that a document was indexed from, for snippets and quoted phrases: reading Markdown anew at every search
 * would cost more than the search. Apart, so that going through a thousand documents reads few pages.
 */
export type SearchSourcesTable = {
  document_id: number;
  /** Of an answer, the title of its question. */
  title: string;
  /** Plain text. */
  body: string;
};
