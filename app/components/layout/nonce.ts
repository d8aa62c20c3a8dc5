import { createContext } from "react";

/** Marks our own scripts while the server renders; undefined in the browser. See entry.server.tsx. */
export const NonceContext = createContext<string | undefined>(undefined);
