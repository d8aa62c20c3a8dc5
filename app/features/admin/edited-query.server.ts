import { pageNumberOf } from "#app/server/page-number.server";

/** Page of a list of what staff write, as its URL asks for it. */
export function editedQueryOf({ url }: Request) {
  const given = new URL(url).searchParams;
  const state = given.get("state") === "removed" ? ("removed" as const) : ("public" as const);
  return { page: pageNumberOf(given), pageSize: 30, state };
}
