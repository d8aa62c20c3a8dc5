import { createContext } from "react";

/** Hears of each moment (ISO 8601) that a page shows as people say it, while the server renders: its words change by themselves. */
export const ShownTimesContext = createContext<((value: string) => void) | null>(null);
