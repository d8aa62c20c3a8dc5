import type { Part } from "#app/contract/parts";
import { useRoot } from "./root";

/** Tells whether this site has a part that not every site has. */
export function useParts(): (part: Part) => boolean {
  const off = useRoot()?.site.off;
  return (part) => !off?.includes(part);
}
