import type { ZhikuContentType } from "#app/contract/zhiku/content";
import type { Services } from "#upstream/call/context";
import type { Db } from "#upstream/db/dialect";
import type { ZhikuSearchKind } from "#upstream/db/schema/search-documents";
import type { CutText } from "#upstream/services/search/cut-text";
import type { SearchEntry } from "#upstream/services/search/search";

type CategoryAndType = { categoryId: number; type: ZhikuContentType };
type Entry = CategoryAndType & {
  id: number;
  trial: boolean;
  title: string;
  abstract: string;
  /** The whole body as plain text. */
  plain: string;
  createdAt: string;
};

/** Search kind of a document. */
export const zhikuKind = (share: "brief" | "full" | "trial", { categoryId, type }: CategoryAndType): ZhikuSearchKind =>
  `zhiku-${share}/${categoryId}/${type}`;

const wholeBody = ({ abstract, plain }: Pick<Entry, "abstract" | "plain">): string => `${abstract}\n${plain}`;

/** Search entries of a public document. */
export function zhikuEntries({ id, trial, title, abstract, plain, createdAt, ...place }: Entry): SearchEntry[] {
  const entry = { id, title, createdAt };
  const whole = wholeBody({ abstract, plain });
  if (trial) return [{ ...entry, kind: zhikuKind("trial", place), body: whole }];
  return [
    { ...entry, kind: zhikuKind("brief", place), body: abstract },
    { ...entry, kind: zhikuKind("full", place), body: whole },
  ];
}

/** Segmented bodies, by body. */
export type CutBodies = ReadonlyMap<string, CutText>;

/** Segments a document's bodies; call it before the transaction that indexes them. */
export async function cutBodies(
  { search }: Pick<Services, "search">,
  entry: Pick<Entry, "abstract" | "plain">,
): Promise<CutBodies> {
  const cut = [entry.abstract, wholeBody(entry)].map(async (body) => [body, await search.cut(body)] as const);
  return new Map(await Promise.all(cut));
}

/** Indexes a document in the transaction that wrote it. @param cut segmented bodies; others are segmented here */
export const putIntoZhikuSearch = (
  trx: Db,
  { search }: Pick<Services, "search">,
  entry: Entry,
  cut?: CutBodies,
): Promise<void> =>
  search.put(
    trx,
    zhikuEntries(entry).map((one) => {
      const words = cut?.get(one.body);
      return words ? { ...one, cut: words } : one;
    }),
  );

/** Removes a document from the search index. */
export async function removeFromZhikuSearch(
  trx: Db,
  { search }: Pick<Services, "search">,
  { id, ...place }: CategoryAndType & { id: number },
): Promise<void> {
  for (const share of ["brief", "full", "trial"] as const) await search.remove(trx, zhikuKind(share, place), id);
}
