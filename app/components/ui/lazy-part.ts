import { lazy } from "react";

/**
 * As React's `lazy`, for a part that its page can do without. Where its file can't be loaded the part stays as the server sent it,
 * whose links and forms need no scripts, or away; thrown, it would take the whole page with it.
 */
export const lazyPart: typeof lazy = (load) => lazy(() => load().catch(() => new Promise<never>(() => {})));
