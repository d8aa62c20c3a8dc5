import { useEffect, useState } from "react";

/** Server-sent events, or one answer as JSON; see server/live-notifications.ts. */
const LIVE = "/live/notifications";
/** Milliseconds between two questions where no events can be had. */
const ASK = 60_000;

/**
 * Number of unread notifications: what the page was loaded with, then what the server tells. Where it can't tell
 * (another server in front, too many tabs), it is asked once a minute while the tab is looked at.
 */
export function useUnread(loaded: number): number {
  const [told, setTold] = useState<number | null>(null);
  const [asking, setAsking] = useState(false);

  // What a page was loaded with is newer than what was told before.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the change is what counts
  useEffect(() => setTold(null), [loaded]);

  useEffect(() => {
    const events = new EventSource(LIVE);
    events.onmessage = ({ data }) => setTold(totalIn(data));
    events.onerror = () => setAsking(events.readyState === EventSource.CLOSED);
    return () => events.close();
  }, []);

  useEffect(() => {
    if (!asking) return;
    const ask = async () => {
      if (document.visibilityState === "visible") setTold(await askOnce());
    };
    const timer = setInterval(ask, ASK);
    return () => clearInterval(timer);
  }, [asking]);

  return told ?? loaded;
}

/** Null when there is no answer: then what is known stays. */
async function askOnce(): Promise<number | null> {
  try {
    const answer = await fetch(LIVE, { headers: { accept: "application/json" } });
    return answer.status === 200 ? totalIn(await answer.text()) : null;
  } catch {
    return null;
  }
}

function totalIn(text: string): number | null {
  const { total } = JSON.parse(text) as { total?: unknown };
  return typeof total === "number" ? total : null;
}
