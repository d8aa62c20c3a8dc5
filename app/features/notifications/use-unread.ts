import { useEffect, useState } from "react";

/** Server-sent events, or a single JSON reply; see server/live-notifications.ts. */
const LIVE = "/live/notifications";
/** Milliseconds between two polls if there are no events. */
const ASK = 60_000;

/**
 * Number of unread notifications: first as loaded with the page, then as pushed by the server while the tab is visible.
 * If events are unavailable (another server in front, too many tabs), it is polled once a minute.
 */
export function useUnread(loaded: number): number {
  const [told, setTold] = useState<number | null>(null);
  const [asking, setAsking] = useState(false);

  // Newly loaded page data is newer than what was pushed before.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only triggered by the change
  useEffect(() => setTold(null), [loaded]);

  useEffect(() => {
    let events: EventSource | null = null;
    // Without HTTP/2, browsers open six connections to a site: tabs in the background would leave none to load a page.
    const listen = () => {
      events?.close();
      events = null;
      if (document.visibilityState !== "visible") return;
      const opened = new EventSource(LIVE);
      opened.onmessage = ({ data }) => setTold(totalIn(data));
      opened.onerror = () => setAsking(opened.readyState === EventSource.CLOSED);
      opened.onopen = () => setAsking(false);
      events = opened;
    };
    listen();
    document.addEventListener("visibilitychange", listen);
    return () => {
      document.removeEventListener("visibilitychange", listen);
      events?.close();
    };
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

/** Null without a reply: the known number is kept. */
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
