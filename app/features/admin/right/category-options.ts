import type { ZhikuCategory } from "#app/contract/zhiku/category";

/** Category as a list of the console offers it: with what stands above it. */
type Category = Pick<ZhikuCategory, "id" | "name" | "parentId">;

/** Everything that a right can open, as choices of a list: 增长 / 留存. */
export function categoryOptions(categories: readonly Category[]): [value: string, label: string][] {
  const byId = new Map(categories.map((one) => [one.id, one]));
  const nameOf = ({ name, parentId }: Category): string => {
    const parent = parentId === null ? undefined : byId.get(parentId);
    return parent ? `${nameOf(parent)} / ${name}` : name;
  };
  return [["all", "全部分类"], ...categories.map((one): [string, string] => [String(one.id), nameOf(one)])];
}
