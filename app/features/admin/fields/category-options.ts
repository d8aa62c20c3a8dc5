/** Category of zhiku; `hidden` is known only to those who edit it. */
type Category = { id: number; name: string; parentId: number | null; hidden?: boolean };

/** Options for zhiku's categories, with their ancestors: 增长 / 留存. */
export function categoryOptions(categories: readonly Category[]): [value: string, label: string][] {
  const byId = new Map(categories.map((one) => [one.id, one]));
  const nameOf = ({ name, parentId }: Category): string => {
    const parent = parentId === null ? undefined : byId.get(parentId);
    return parent ? `${nameOf(parent)} / ${name}` : name;
  };
  return categories.map((one) => [String(one.id), one.hidden ? `${nameOf(one)}（已隐藏）` : nameOf(one)]);
}

/** Options for everything that a right can open. */
export const scopeOptions = (categories: readonly Category[]): [value: string, label: string][] => [
  ["all", "全部分类"],
  ...categoryOptions(categories),
];
