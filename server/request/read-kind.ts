import { pathsWhere } from "#app/server/urls/route-facts.server";

/** Kinds of reads, by cost: a page, a search, an image conversion. */
export type ReadKind = "page" | "search" | "picture";

const isSearch = pathsWhere(({ reading }) => reading === "search", { data: true });

/** Kind of read of a path, for a page and for its data alike. */
export const kindOf = (path: string): ReadKind => (isSearch(path) ? "search" : "page");
