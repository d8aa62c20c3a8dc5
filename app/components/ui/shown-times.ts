import { createContext } from "react";

/**
 * Called during server rendering with each time (ISO 8601) that a page shows relatively, since its text changes by
 * itself.
 */
export const ShownTimesContext = createContext<((value: string) => void) | null>(null);
