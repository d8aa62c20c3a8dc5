import { useFetcher, useLocation } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { paths } from "#app/paths";
import type { NotificationData } from "./notification-links.server";

/**
 * Marks a list's notifications as read once it is visible: neither a prefetched page nor one in a background tab has
 * been seen. Without scripts, following one marks it (`routes/notifications/index.ts`), and 全部已读 all.
 * @returns ids of those that were new when the page was opened, while it stays open
 */
export function useSeenNotifications(list: readonly NotificationData[]): ReadonlySet<number> {
  const { key } = useLocation();
  const { submit } = useFetcher({ key: "seen-news" });
  const opened = useRef({ key, fresh: new Set<number>() });
  if (opened.current.key !== key) opened.current = { key, fresh: new Set() };
  for (const { id, read } of list) if (!read) opened.current.fresh.add(id);

  const kind = list.find(({ read }) => !read)?.kind;
  const send = useRef(submit);
  send.current = submit;
  // Another page of the list must be marked, too.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    if (!kind) return;
    const look = () => {
      if (document.visibilityState !== "visible") return;
      document.removeEventListener("visibilitychange", look);
      send.current({ kind }, { method: "post", action: paths.markRead() });
    };
    document.addEventListener("visibilitychange", look);
    look();
    return () => document.removeEventListener("visibilitychange", look);
  }, [kind, key]);
  return opened.current.fresh;
}
