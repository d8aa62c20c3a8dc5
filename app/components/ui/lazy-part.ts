import { lazy, useState, useSyncExternalStore } from "react";

/**
 * Like React's `lazy`, for a part that its page can do without. If its chunk can't be loaded, the part stays as
 * server-rendered (its links and forms need no scripts), or its fallback stays, instead of failing the whole page.
 */
export const lazyPart: typeof lazy = (load) => lazy(() => load().catch(() => ({ default: Lost as never })));

const never = new Promise<never>(() => {});
const noChange = () => () => {};

/**
 * A part whose chunk is lost. It has to be hydrated, because React shows no update of the page while something that
 * waits is not. It renders nothing then, and what the server sent is left alone (`framework/patches/tolerance.mjs`).
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
