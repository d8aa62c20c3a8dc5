import type { Capability } from "#app/contract/capabilities";
import { useRoot } from "./root";

/** Whether this site has something that not every upstream has. */
export const useOffered = (what: Capability): boolean => !useRoot()?.missing.includes(what);
