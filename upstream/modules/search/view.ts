import type { SearchHit } from "#app/contract/reading/search";
import type { Shown } from "#upstream/call/shown";
import { keysOf } from "#upstream/db/versions";
import { authorView } from "#upstream/modules/author/author";
import { pageKeyOf } from "#upstream/modules/content/version-keys";
import { type Marker, runsOf } from "./marks";
import type { HitRow } from "./queries";
import { snippetOf } from "./snippet";

/** Maps a hit; it also shows the title, text and counters of what was found, and its author. */
export function searchHitView(row: HitRow, marker: Marker): Shown<SearchHit> {
  const data = {
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
  const page = pageKeyOf({ kind: row.kind, id: row.id, questionId: row.question_id });
  return { data, keys: [page, ...keysOf("user", [row.author?.author_user_id ?? null])] };
}
