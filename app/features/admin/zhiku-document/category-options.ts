import type { EditedZhikuCategory } from "#app/contract/admin/zhiku/category";

/** Category options, with subcategories prefixed by their parent's name. */
export function categoryOptions(categories: readonly EditedZhikuCategory[]): [id: string, name: string][] {
  const byId = new Map(categories.map((one) => [one.id, one]));
  const nameOf = ({ parentId, name }: EditedZhikuCategory): string => {
    const above = parentId === null ? undefined : byId.get(parentId);
    return above ? `${nameOf(above)} / ${name}` : name;
  };
  return categories.map((one) => [String(one.id), one.hidden ? `${nameOf(one)}（已隐藏）` : nameOf(one)]);
}
