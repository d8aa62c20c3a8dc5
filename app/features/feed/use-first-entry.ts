import { useRoot } from "#app/hooks/root";
import { paths } from "#app/paths";

/** Way on from a list that the site fills and that has nothing yet: for staff to where they begin it, for others home. */
export function useFirstEntry(label: string, to: string): { label: string; to: string; reload?: boolean } {
  const staff = useRoot()?.viewer?.staff;
  return staff ? { label, to, reload: true } : { label: "回到首页", to: paths.home() };
}
