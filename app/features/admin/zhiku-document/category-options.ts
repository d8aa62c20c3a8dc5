import type { EditedZhikuCategory } from "#app/contract/admin/zhiku-category";

/** Categories as a list to choose from: those below another stand behind its name. */
export function categoryOptions(categories: readonly EditedZhikuCategory[]): [id: string, name: string][] {
  const byId = new Map(categories.map((one) => [one.id, one]));
  const nameOf = ({ parentId, name }: EditedZhikuCategory): string => {
    const above = parentId === null ? undefined : byId.get(parentId);
    return above ? `${nameOf(above)} / ${name}` : name;
  };
  return categories.map((one) => [String(one.id), one.hidden ? `${nameOf(one)}（已隐藏）` : nameOf(one)]);
}
