import type { z } from "zod";
import { kindsWith } from "#app/contract/kinds";
import { kindsHere } from "#app/contract/parts";
import { searchApi } from "#app/contract/reading/search";
import type { Call } from "#upstream/call/context";
import { implement } from "#upstream/call/implement";
import { showPage } from "#upstream/call/shown";
import { partsOff } from "#upstream/modules/config/parts-off";
import { markerOf } from "./marks";
import { sinceOf } from "./period";
import { hitRows, type SiteKind } from "./queries";
import { searchHitView } from "./view";

/** Limits how many of a page's hits are answers to one question. */
const HITS_PER_QUESTION = 2;
const SCOPES: Record<"all" | "qna", readonly SiteKind[]> = {
  all: kindsWith("searchable"),
  qna: ["question", "answer"],
};

type Query = Omit<z.output<typeof searchApi.content.query>, "scope">;

export const search = implement(searchApi, {
  article: ({ query }, call) => pageOfHits(call, query, ["article"]),
  case: ({ query }, call) => pageOfHits(call, query, ["case"]),
  content: ({ query }, call) => pageOfHits(call, query, SCOPES[query.scope]),
});

async function pageOfHits(call: Call, query: Query, kinds: readonly SiteKind[]) {
  const { q, page, pageSize, as, sort, period, authorId, tag } = query;
  const { db, search } = call;
  call.dependsOn("search");
  const {
    hits,
    total,
    words,
    shownFor = null,
  } = await search.find(db, {
    text: q,
    kinds: kindsHere(kinds, await partsOff(call)),
    offset: (page - 1) * pageSize,
    limit: pageSize,
    perQuestion: HITS_PER_QUESTION,
    asTyped: as === "typed",
    sort,
    within: { authorId, tag, since: sinceOf(call, period) },
  });
  if (page === 1) call.figures.searched(q, total > 0);
  const rows = await hitRows(db, hits);
  const marker = markerOf(words);
  return { ...showPage(call, { page, pageSize }, { total, rows }, (row) => searchHitView(row, marker)), shownFor };
}
