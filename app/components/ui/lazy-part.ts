import { lazy, useState, useSyncExternalStore } from "react";

/**
 * Like React's `lazy`, for a part that its page can do without. If its chunk can't be loaded, the part stays as
 * server-rendered (its links and forms need no scripts), or its fallback stays, instead of failing the whole page.
 */
export const lazyPart: typeof lazy = (load) => lazy(() => load().catch(() => ({ default: Lost as never })));

const never = new Promise<never>(() => {});
const noChange = () => () => {};

/**
 * Replacement of a part whose chunk can't be loaded. It must be hydrated, because React renders no update of the page
 * while a boundary is waiting. It then renders nothing, and the server's HTML is left as it is
 * (`framework/patches/tolerance.mjs`); without server HTML, the fallback stays.
 */
function Lost(): null {
  const hydrating = useSyncExternalStore(
    noChange,
    () => false,
    () => true,
  );
  const [sent] = useState(hydrating);
  if (!sent) throw never;
  return null;
}
