import { type ZhikuContentType, zhikuContentType } from "#app/contract/zhiku/content";
import type { ZhikuSearchKind } from "#upstream/db/schema/search-documents";
import type { CategoryTree } from "#upstream/modules/zhiku/category/tree";
import type { Reader } from "#upstream/modules/zhiku/rights/reader";
import { zhikuKind } from "./entries";

type Kept = { categoryId?: number | undefined; type?: ZhikuContentType | undefined };

/** Search kinds that a reader's search may look into. */
export function kindsFor(reader: Reader, tree: CategoryTree, { categoryId, type }: Kept): ZhikuSearchKind[] {
  const categories = categoryId === undefined ? tree.all.map(({ id }) => id) : tree.downwards(categoryId);
  const types: readonly ZhikuContentType[] = type === undefined ? zhikuContentType.options : [type];
  return categories.flatMap((id) => {
    const share = reader.opens(id) ? "full" : "brief";
    return types.flatMap((one) => {
      const place = { categoryId: id, type: one };
      return [zhikuKind(share, place), zhikuKind("trial", place)];
    });
  });
}

/** Document type of a search kind. */
export const typeOfKind = (kind: ZhikuSearchKind): ZhikuContentType => zhikuContentType.parse(kind.split("/").at(-1));
