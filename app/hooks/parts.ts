import type { Part } from "#app/contract/parts";
import { useRoot } from "./root";

/** Returns a test whether this site has an optional part. */
export function useParts(): (part: Part) => boolean {
  const off = useRoot()?.site.off;
  return (part) => !off?.includes(part);
}
