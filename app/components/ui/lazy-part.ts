import { lazy } from "react";

/**
 * Like React's `lazy`, for a part that its page can do without. If its chunk can't be loaded, the part stays as
 * server-rendered (its links and forms need no scripts), or missing, instead of failing the whole page.
 */
export const lazyPart: typeof lazy = (load) => lazy(() => load().catch(() => new Promise<never>(() => {})));
