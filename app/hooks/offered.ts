import type { Capability } from "#app/contract/capabilities";
import { useRoot } from "./root";

/** Whether this site has a capability. */
export const useOffered = (what: Capability): boolean => !useRoot()?.missing.includes(what);
