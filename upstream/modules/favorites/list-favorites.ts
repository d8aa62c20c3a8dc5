import type { z } from "zod";
import type { authorPageQuery } from "#app/contract/common";
import type { KindWith } from "#app/contract/kinds";
import type { Call } from "#upstream/call/context";
import { type Shown, show } from "#upstream/call/shown";
import type { Db } from "#upstream/db/dialect";
import { favoritesOf } from "./queries";

/** Creates the handler that lists somebody's favorites of a kind. */
export const listFavorites =
  <Row extends { id: number }, Summary>(
    kind: KindWith<"favoritable">,
    summariesOf: (db: Db, ids: readonly number[]) => Promise<Row[]>,
    view: (row: Row) => Shown<Summary>,
  ) =>
  async ({ query }: { query: z.output<typeof authorPageQuery> }, call: Call) => {
    const { db, viewer, dependsOn } = call;
    // `user/…` is included because it covers whether favorites are private.
    dependsOn(`profile/${query.userId}`, `user/${query.userId}`);
    const { total, rows } = await favoritesOf(db, kind, query, { viewerId: viewer?.userId ?? null, summariesOf });
    const list = rows.map((row) => ({ ...show(call, view(row)), favoritedAt: row.favorited_at }));
    return { list, total, page: query.page, pageSize: query.pageSize };
  };
