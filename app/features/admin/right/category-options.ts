import type { ZhikuCategory } from "#app/contract/zhiku/category";

/** Category as an option, with its ancestors. */
type Category = Pick<ZhikuCategory, "id" | "name" | "parentId">;

/** Options for everything that a right can open: 增长 / 留存. */
export function categoryOptions(categories: readonly Category[]): [value: string, label: string][] {
  const byId = new Map(categories.map((one) => [one.id, one]));
  const nameOf = ({ name, parentId }: Category): string => {
    const parent = parentId === null ? undefined : byId.get(parentId);
    return parent ? `${nameOf(parent)} / ${name}` : name;
  };
  return [["all", "全部分类"], ...categories.map((one): [string, string] => [String(one.id), nameOf(one)])];
}
