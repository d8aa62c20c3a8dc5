import { useRoot } from "#app/hooks/root";
import { paths } from "#app/paths";

type Way = { label: string; to: string };

/**
 * Link for an empty list that staff fill: for staff to where they create an entry, for others to the home page or
 * something better.
 */
export function useFirstEntry(
  label: string,
  to: string,
  others: Way = { label: "回到首页", to: paths.home() },
): Way & { reload?: boolean } {
  const staff = useRoot()?.viewer?.staff;
  return staff ? { label, to, reload: true } : others;
}
