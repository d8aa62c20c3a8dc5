import { useEffect, useState } from "react";

const SECOND = 1000;

/** Remaining seconds of `seconds`, restarted whenever `start` changes; null does not count. */
export function useCountdown(seconds: number, start: unknown): number {
  const [left, setLeft] = useState(0);
  useEffect(() => {
    if (start === null || seconds <= 0) return setLeft(0);
    const end = Date.now() + seconds * SECOND;
    const tick = () => setLeft(Math.max(0, Math.ceil((end - Date.now()) / SECOND)));
    tick();
    const timer = setInterval(tick, SECOND);
    return () => clearInterval(timer);
  }, [seconds, start]);
  return left;
}
