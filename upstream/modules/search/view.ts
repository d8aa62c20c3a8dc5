import type { SearchHit } from "#app/contract/search";
import { authorView } from "#upstream/modules/author/author";
import { type Marker, runsOf } from "./marks";
import type { HitRow } from "./queries";
import { snippetOf } from "./snippet";

/** A result of the search, the words that were found marked. */
export function searchHitView(row: HitRow, marker: Marker): SearchHit {
  return {
    kind: row.kind,
    id: row.id,
    questionId: row.question_id,
    title: runsOf(row.title, marker(row.title)),
    snippet: snippetOf(row.body, marker),
    author: row.author && authorView(row.author),
    score: row.score,
    aiGenerated: row.ai_generated === 1,
    createdAt: row.created_at,
  };
}
