import type { EmptyStateAction } from "#app/components/ui/empty-state";
import { useRoot } from "#app/hooks/root";
import { paths } from "#app/paths";

/**
 * Link for an empty list that staff fill: for staff to where they create an entry, for others to the home page or
 * something better.
 */
export function useFirstEntry(
  label: string,
  to: string,
  others: EmptyStateAction = { label: "回到首页", to: paths.home() },
): EmptyStateAction {
  const staff = useRoot()?.viewer?.staff;
  return staff ? { label, to, reload: true } : others;
}
