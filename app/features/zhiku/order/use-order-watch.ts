import { useEffect, useRef, useState } from "react";
import { paths } from "#app/paths";

const SECOND = 1000;
/** Milliseconds before the first poll, and the maximum between polls. */
const FIRST = 2 * SECOND;
const LONGEST = 8 * SECOND;
const GROWTH = 1.15;

type Watch = {
  /** Seconds until the order expires. */
  seconds: number;
  /** Called when the order is no longer pending, or has expired, to reload the page. */
  onChange: () => void;
};

/**
 * Polls whether an order is still pending while the tab is visible; reloads the page once it has expired. Failed polls
 * are repeated.
 * @returns seconds left; 0 until hydration
 */
export function useOrderWatch(orderNo: string, { seconds, onChange }: Watch): number {
  const [left, setLeft] = useState(0);
  const changed = useRef(onChange);
  changed.current = onChange;
  useEffect(() => {
    // An expired order is polled until it is closed, or was paid after all.
    const end = seconds > 0 ? Date.now() + seconds * SECOND : Number.POSITIVE_INFINITY;
    let [pause, askAt, stopped] = [FIRST, Date.now() + FIRST, false];
    const stop = () => {
      stopped = true;
      clearInterval(timer);
      document.removeEventListener("visibilitychange", onVisible);
    };
    const tick = async () => {
      const now = Date.now();
      if (seconds > 0) setLeft(Math.max(0, Math.ceil((end - now) / SECOND)));
      if (now < askAt || document.visibilityState !== "visible") return;
      // Back off, whatever the result.
      askAt = now + pause;
      pause = Math.min(pause * GROWTH, LONGEST);
      const pending = now < end && (await isPending(orderNo));
      if (stopped || pending) return;
      stop();
      changed.current();
    };
    // Poll at once when the reader returns from paying.
    const onVisible = () => {
      [pause, askAt] = [FIRST, 0];
      void tick();
    };
    const timer = setInterval(tick, SECOND);
    void tick();
    document.addEventListener("visibilitychange", onVisible);
    return stop;
  }, [orderNo, seconds]);
  return left;
}

/** Whether an order is pending, also if that is unknown; false if it is gone, or nobody is logged in. */
async function isPending(orderNo: string): Promise<boolean> {
  try {
    const answer = await fetch(`${paths.zhikuOrder(orderNo)}/state`, { headers: { accept: "application/json" } });
    if (answer.redirected) return false;
    return answer.status !== 200 || ((await answer.json()) as { state: string | null }).state === "pending";
  } catch {
    return true;
  }
}
