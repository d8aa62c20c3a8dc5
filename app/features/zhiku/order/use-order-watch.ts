import { useEffect, useRef, useState } from "react";
import { paths } from "#app/paths";

const SECOND = 1000;
/** Milliseconds between two questions: the first, and what they grow to. */
const FIRST = 2 * SECOND;
const LONGEST = 8 * SECOND;
const GROWTH = 1.15;

type Watch = {
  /** Until the order can no longer be paid. */
  seconds: number;
  /** It is not pending any more, or its time is over: the page is to be loaded anew. */
  onChange: () => void;
};

/**
 * Asks the server again and again whether an order is still pending, while the tab is looked at; the page is loaded anew
 * once its time is over. A question that gets no answer is asked again.
 * @returns seconds left; 0 until the browser has taken the page over
 */
export function useOrderWatch(orderNo: string, { seconds, onChange }: Watch): number {
  const [left, setLeft] = useState(0);
  const changed = useRef(onChange);
  changed.current = onChange;
  useEffect(() => {
    // An order whose time is over is waited for until it is closed, or was paid after all.
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
      // Whatever becomes of this question, the next one waits for longer.
      askAt = now + pause;
      pause = Math.min(pause * GROWTH, LONGEST);
      const pending = now < end && (await isPending(orderNo));
      if (stopped || pending) return;
      stop();
      changed.current();
    };
    // Whoever comes back from paying is not kept waiting.
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

/** Also true when nobody can tell now; false when there is no such order any more, or nobody is logged in. */
async function isPending(orderNo: string): Promise<boolean> {
  try {
    const answer = await fetch(`${paths.zhikuOrder(orderNo)}/state`, { headers: { accept: "application/json" } });
    if (answer.redirected) return false;
    return answer.status !== 200 || ((await answer.json()) as { state: string | null }).state === "pending";
  } catch {
    return true;
  }
}
