import { changedSince } from "#upstream/policy/changed-since";

type Position = { id: number; position: number };

/**
 * Refuses to undo a reordering if the items were reordered again since.
 * @param now current positions
 * @param after positions after the reordering, as logged
 * @throws BusinessError CONFLICT
 */
export function refuseReordered(now: readonly Position[], after: readonly Position[]): void {
  const held = new Map(now.map(({ id, position }) => [id, position]));
  if (after.some(({ id, position }) => held.get(id) !== position)) {
    throw changedSince();
  }
}
