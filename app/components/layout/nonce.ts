import { createContext } from "react";

/** Marks our own scripts during server rendering; undefined in the browser. See entry.server.tsx. */
export const NonceContext = createContext<string | undefined>(undefined);
