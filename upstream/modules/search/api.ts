import type { z } from "zod";
import type { Author } from "#app/contract/common";
import { kindsWith } from "#app/contract/kinds";
import { NICKNAME_MAX } from "#app/contract/limits";
import { kindsHere } from "#app/contract/parts";
import { searchApi } from "#app/contract/reading/search";
import type { Call } from "#upstream/call/context";
import { implement } from "#upstream/call/implement";
import { showPage } from "#upstream/call/shown";
import { compiledQuery } from "#upstream/db/compiled-query";
import { keysOf } from "#upstream/db/versions";
import { AUTHOR_COLUMNS, authorView } from "#upstream/modules/author/author";
import { partsOff } from "#upstream/modules/config/parts-off";
import { nameKey } from "#upstream/text/name-key";
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
  async content({ query }, call) {
    const asksAll = query.scope === "all" && query.page === 1 && query.authorId === undefined;
    const [found, person] = await Promise.all([
      pageOfHits(call, query, SCOPES[query.scope]),
      asksAll ? personNamed(call, query.q) : null,
    ]);
    return { ...found, person };
  },
});

/** The person with exactly this name. */
async function personNamed(call: Call, q: string): Promise<Author | null> {
  const name = nameKey(q.replaceAll("\0", ""));
  if (name === "" || [...name].length > NICKNAME_MAX) return null;
  call.dependsOn("users");
  const [row] = await peopleNamed(call.db, { name });
  if (!row) return null;
  call.dependsOn(...keysOf("user", [row.author_user_id]));
  return authorView(row);
}

const peopleNamed = compiledQuery((db, { name }: { name: string }) =>
  db.selectFrom("users as u").select(AUTHOR_COLUMNS).where("u.name_key", "=", name).where("u.deleted_at", "is", null),
);

async function pageOfHits(call: Call, query: Query, kinds: readonly SiteKind[]) {
  const { q, page, pageSize, as, sort, period, authorId, tag } = query;
  const { db, search } = call;
  const {
    hits,
    total,
    words,
    missing,
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
  const shown = showPage(call, { page, pageSize }, { total, rows }, (row) => searchHitView(row, marker));
  return { ...shown, shownFor, missing };
}
