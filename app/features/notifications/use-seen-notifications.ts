import { useFetcher, useLocation } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { paths } from "#app/paths";
import type { NotificationData } from "./notification-links.server";

/**
 * Marks the notifications of a list as read once somebody has it before them: a page that was only fetched ahead, or
 * stands in a tab in the background, has been seen by nobody. Without scripts 全部已读 does it.
 * @returns the ids of those that were new when the page was opened, for as long as it stays open
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
  // Another page of the list is another look.
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
