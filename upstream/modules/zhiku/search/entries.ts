import type { ZhikuContentType } from "#app/contract/zhiku/content";
import type { Services } from "#upstream/call/context";
import type { Db } from "#upstream/db/dialect";
import type { ZhikuSearchKind } from "#upstream/db/schema/search-documents";
import type { SearchEntry } from "#upstream/services/search/search";

type Place = { categoryId: number; type: ZhikuContentType };
type Entry = Place & {
  id: number;
  trial: boolean;
  title: string;
  abstract: string;
  /** The whole body as plain text. */
  plain: string;
  createdAt: string;
};

/** The kind under which a content is in the index. */
export const zhikuKind = (share: "brief" | "full" | "trial", { categoryId, type }: Place): ZhikuSearchKind =>
  `zhiku-${share}/${categoryId}/${type}`;

/** Entries of a content that is on the site. */
export function zhikuEntries({ id, trial, title, abstract, plain, createdAt, ...place }: Entry): SearchEntry[] {
  const entry = { id, title, createdAt };
  const whole = `${abstract}\n${plain}`;
  if (trial) return [{ ...entry, kind: zhikuKind("trial", place), body: whole }];
  return [
    { ...entry, kind: zhikuKind("brief", place), body: abstract },
    { ...entry, kind: zhikuKind("full", place), body: whole },
  ];
}

/** Puts a content into the search index, in the transaction that wrote it. */
export const putIntoZhikuSearch = (trx: Db, { search }: Pick<Services, "search">, entry: Entry): Promise<void> =>
  search.put(trx, zhikuEntries(entry));

/** Takes a content out of the search index. */
export async function removeFromZhikuSearch(
  trx: Db,
  { search }: Pick<Services, "search">,
  { id, ...place }: Place & { id: number },
): Promise<void> {
  for (const share of ["brief", "full", "trial"] as const) await search.remove(trx, zhikuKind(share, place), id);
}
