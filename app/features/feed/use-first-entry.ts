import { useRoot } from "#app/hooks/root";
import { paths } from "#app/paths";

type Way = { label: string; to: string };

/** Way on from a list that the site fills and that has nothing yet: for staff to where they begin it, for others home, unless there is something better. */
export function useFirstEntry(
  label: string,
  to: string,
  others: Way = { label: "回到首页", to: paths.home() },
): Way & { reload?: boolean } {
  const staff = useRoot()?.viewer?.staff;
  return staff ? { label, to, reload: true } : others;
}
