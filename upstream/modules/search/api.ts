import { kindsWith } from "#app/contract/kinds";
import { searchApi } from "#app/contract/search";
import type { Call } from "#upstream/call/context";
import { implement } from "#upstream/call/implement";
import type { VersionKey } from "#upstream/db/versions";
import { markerOf } from "./marks";
import { type HitRow, hitRows, type SiteKind } from "./queries";
import { searchHitView } from "./view";

/** So that a question doesn't fill a page with its own answers. */
const HITS_PER_QUESTION = 2;
const SCOPES: Record<"all" | "qna", readonly SiteKind[]> = {
  all: kindsWith("searchable"),
  qna: ["question", "answer"],
};

type Query = { q: string; page: number; pageSize: number };

export const search = implement(searchApi, {
  article: ({ query }, call) => pageOfHits(call, query, ["article"]),
  case: ({ query }, call) => pageOfHits(call, query, ["case"]),
  content: ({ query }, call) => pageOfHits(call, query, SCOPES[query.scope]),
});

async function pageOfHits({ db, search, dependsOn }: Call, { q, page, pageSize }: Query, kinds: readonly SiteKind[]) {
  dependsOn("search");
  const { hits, total } = await search.find(db, {
    text: q,
    kinds,
    offset: (page - 1) * pageSize,
    limit: pageSize,
    perQuestion: HITS_PER_QUESTION,
  });
  const rows = await hitRows(db, hits);
  dependsOn(...rows.flatMap(keysOf));
  const marker = markerOf(search.words(q));
  return { list: rows.map((row) => searchHitView(row, marker)), total, page, pageSize };
}

/** Version keys of a hit's counters and its author. */
function keysOf(row: HitRow): VersionKey[] {
  const shown: VersionKey = row.kind === "answer" ? `question/${row.question_id}` : `${row.kind}/${row.id}`;
  return row.author ? [shown, `user/${row.author.author_user_id}`] : [shown];
}
