import { useEffect, useState } from "react";
import { useRoot } from "#app/hooks/root";

const MINUTE = 60_000;
const listeners = new Set<(now: number) => void>();
let timer: ReturnType<typeof setInterval> | undefined;
/** Whether the page is hydrated; until then everything must render as on the server. */
let live = false;

function subscribe(listener: (now: number) => void): () => void {
  live = true;
  listeners.add(listener);
  timer ??= setInterval(() => {
    const now = Date.now();
    for (const each of listeners) each(now);
  }, MINUTE);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/**
 * The time in ms, updated each minute. During server rendering and hydration it is the time at which the page was
 * rendered, so that both match.
 */
export function useNow(): number {
  const made = useRoot()?.now;
  const [now, setNow] = useState(() => (made && !live ? Date.parse(made) : Date.now()));
  useEffect(() => subscribe(setNow), []);
  return now;
}
