import { useState } from "react";

/**
 * The list in the order in which the same items were first shown here, so that a vote does not move what is being read.
 * Other items, or another `place` (a page, a sorting), are shown in their own order.
 */
export function useSteadyOrder<Item extends { id: number }>(list: readonly Item[], place: string): readonly Item[] {
  const here = { place, ids: list.map(({ id }) => id) };
  const [shown, setShown] = useState(here);
  const same =
    shown.place === place && shown.ids.length === list.length && here.ids.every((id) => shown.ids.includes(id));
  if (!same) setShown(here);
  return same ? shown.ids.flatMap((id) => list.filter((item) => item.id === id)) : list;
}
