import { useEffect, useState } from "react";
import { useRoot } from "#app/hooks/root";

const MINUTE = 60_000;
const listeners = new Set<(now: number) => void>();
let timer: ReturnType<typeof setInterval> | undefined;
/** Whether the browser has taken the page over; until then everything must say what the server said. */
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
 * The time in ms, renewed each minute. While the server renders and the browser takes over it is the moment at
 * which the page was made, so that both say the same and nothing is drawn twice.
 */
export function useNow(): number {
  const made = useRoot()?.now;
  const [now, setNow] = useState(() => (made && !live ? Date.parse(made) : Date.now()));
  useEffect(() => subscribe(setNow), []);
  return now;
}
