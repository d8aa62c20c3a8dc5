import { useFetcher, useLocation } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { WRITER } from "#app/forms/writer";
import { useRoot } from "#app/hooks/root";
import { paths } from "#app/paths";
import type { NotificationsPage } from "./load-notifications.server";

/**
 * Marks a list's notifications as read once it is visible: neither a prefetched page nor one in a background tab has
 * been seen, nor what has come since the list was loaded. Without scripts, following one marks it
 * (`routes/notifications/index.ts`), and 全部已读 all.
 * @returns ids of those that were new when the page was opened, while it stays open
 */
export function useSeenNotifications({ list, asOf = "" }: NotificationsPage): ReadonlySet<number> {
  const { key } = useLocation();
  const { submit } = useFetcher({ key: "seen-news" });
  const viewer = useRoot()?.viewer?.userId ?? 0;
  const opened = useRef({ key, fresh: new Set<number>() });
  if (opened.current.key !== key) opened.current = { key, fresh: new Set() };
  for (const { id, read } of list) if (!read) opened.current.fresh.add(id);

  const unread = list.filter(({ read }) => !read);
  const kind = unread[0]?.kind;
  // Not the time: if marking is refused, the list is loaded again, and must not be marked again for ever.
  const ids = unread.map(({ id }) => id).join();
  const mark = useRef(() => {});
  const seen = { kind: kind ?? "", asOf, [WRITER]: String(viewer) };
  mark.current = () => void submit(seen, { method: "post", action: paths.markRead() });
  // Another page of the list must be marked, too, and what has come meanwhile once the list shows it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    if (!ids) return;
    const look = () => {
      if (document.visibilityState !== "visible") return;
      document.removeEventListener("visibilitychange", look);
      mark.current();
    };
    document.addEventListener("visibilitychange", look);
    look();
    return () => document.removeEventListener("visibilitychange", look);
  }, [ids, key]);
  return opened.current.fresh;
}
