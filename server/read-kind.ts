import { pathsWhere } from "#app/server/route-facts.server";

/** Kinds of reads, by what they cost: a page, a search, a picture made over. */
export type ReadKind = "page" | "search" | "picture";

const isSearch = pathsWhere(({ reading }) => reading === "search", { data: true });

/** Kind of read that a path is, of a page or of its data. */
export const kindOf = (path: string): ReadKind => (isSearch(path) ? "search" : "page");
