import type { IncomingMessage, ServerResponse } from "node:http";
import type { AppLoadContext } from "@remix-run/node";
import type { CallData } from "#app/contract/endpoint";
import { notificationApi } from "#app/contract/notification/notification";
import { userApi } from "#app/contract/people/user";
import { clearToken, tokenOf } from "#app/server/cookies/session.server";
import { UpstreamError } from "#app/server/errors/upstream-error";
import { gateway } from "#app/server/gateway/gateway.server";
import { noteServer } from "#app/server/log.server";
import { traceOf } from "#log/log";
import { toRequest } from "#runtime/fetch-bridge";
import type { VersionProbe } from "./pages/page-cache";

/** Path on which open tabs listen for notifications. */
export const LIVE_NOTIFICATIONS = "/live/notifications";

/** Milliseconds between two version checks, for all tabs together; none while no tab listens. */
const LOOK = 2_000;
/** Milliseconds between two calls for each tab, where the upstream exposes no versions. */
const ASK = 20_000;
/** Milliseconds between two keep-alive lines, without which load balancers take the connection for dead. */
const HEARTBEAT = 25_000;
const TABS_MAX = 5_000;
const TABS_PER_PERSON_MAX = 8;

type Unread = CallData<typeof notificationApi.unreadCount>;

type Tab = {
  userId: number;
  response: ServerResponse;
  ask(): Promise<Unread>;
  /** Number of unread notifications that was last sent. */
  total: number;
  /** Version up to which this tab is known to have nothing new. */
  seen: number;
  /** Time at which an earlier event starts to count (reactions can be undone for a while); null for none. */
  nextAt: string | null;
};

/**
 * Sends the number of unread notifications to open tabs as server-sent events. A tab that is refused gets a status that
 * stops its retries (204) or makes it poll instead (503). A request for JSON is answered once.
 */
export function createLiveNotifications({
  upstream,
  versions,
  publicOrigin,
}: {
  upstream: AppLoadContext["upstream"] | null;
  /** Version probe; null while a separate upstream is not known to expose versions. */
  versions: () => VersionProbe | null;
  publicOrigin: string;
}) {
  const tabs = new Set<Tab>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let beat = performance.now();
  let left = false;

  /** Version at the last check. */
  let lookedAt = 0;

  const newest = async (): Promise<number> => (await versions()?.now()) ?? 0;

  async function look(): Promise<void> {
    const probe = versions();
    const now = await newest();
    // Most writes concern nobody who listens here; one check settles it for all tabs.
    const isQuiet = probe !== null && (now === lookedAt || (await probe.latest(keysOf([...tabs]))) <= lookedAt);
    const heartbeat = performance.now() - beat >= HEARTBEAT;
    if (heartbeat) beat = performance.now();
    for (const tab of tabs) {
      if (heartbeat) tab.response.write(":\n\n");
      // A tab that connected during the last check may have missed what that check saw.
      if (isQuiet && tab.seen >= lookedAt) tab.seen = now;
      if (await isDue(probe, tab, now)) await tell(tab);
    }
    lookedAt = now;
  }

  async function isDue(probe: VersionProbe | null, tab: Tab, now: number): Promise<boolean> {
    if (!probe) return true;
    if (tab.nextAt !== null && Date.now() >= Date.parse(tab.nextAt)) return true;
    if (now === tab.seen) return false;
    const changed = (await probe.latest(keysOf([tab]))) > tab.seen;
    tab.seen = now;
    return changed;
  }

  async function tell(tab: Tab): Promise<void> {
    try {
      const { total, nextAt } = await tab.ask();
      tab.nextAt = nextAt;
      if (total !== tab.total) tab.response.write(event(total));
      tab.total = total;
    } catch (error) {
      // Logged out meanwhile; the tab learns it when it reconnects. Other errors may be temporary.
      if (error instanceof UpstreamError && error.code === "NOT_LOGIN") tab.response.end();
    }
  }

  function schedule(): void {
    if (timer || tabs.size === 0 || left) return;
    timer = setTimeout(
      () => {
        timer = undefined;
        look()
          .catch((error: unknown) => {
            // If a separate upstream can't be reached, that is logged already.
            if (!(error instanceof UpstreamError)) noteServer("live_notifications_failed", { error: traceOf(error) });
          })
          .finally(schedule);
      },
      versions() ? LOOK : ASK,
    );
    timer.unref();
  }

  const isFull = (userId: number) =>
    tabs.size >= TABS_MAX || [...tabs].filter((tab) => tab.userId === userId).length >= TABS_PER_PERSON_MAX;

  return {
    async reply(incoming: IncomingMessage, response: ServerResponse, headers: [string, string][]): Promise<void> {
      const request = toRequest(incoming, response, publicOrigin);
      const end = (status: number, own: [string, string][] = []) => {
        const all = [...headers, ...own, ["Cache-Control", "no-store"], ["Content-Length", "0"]];
        response.writeHead(status, all.flat());
        response.end();
      };
      if (!tokenOf(request)) return end(204);
      if (left) return end(503);
      /** Uses a new context each time, since identical calls of one request share a reply. */
      const call = () => gateway({ request, context: upstream ? { upstream } : {} });
      const seen = await newest().catch(() => 0);
      let userId: number;
      let unread: Unread;
      try {
        ({ userId } = await call().call(userApi.tokenQueryClientUser, {}));
        unread = await call().call(notificationApi.unreadCount, {});
      } catch (error) {
        const ended = error instanceof UpstreamError && error.code === "NOT_LOGIN";
        return ended ? end(204, [["Set-Cookie", clearToken()]]) : end(503);
      }
      if (incoming.headers.accept?.startsWith("application/json")) {
        const body = JSON.stringify({ total: unread.total });
        const type: [string, string] = ["Content-Type", "application/json; charset=utf-8"];
        const length: [string, string] = ["Content-Length", String(body.length)];
        response.writeHead(200, [...headers, type, length, ["Cache-Control", "no-store"]].flat());
        response.end(body);
        return;
      }
      if (isFull(userId)) return end(503);
      if (response.destroyed) return;
      response.writeHead(
        200,
        [
          ...headers,
          ["Content-Type", "text/event-stream; charset=utf-8"],
          ["Cache-Control", "no-store"],
          // nginx would buffer the response otherwise.
          ["X-Accel-Buffering", "no"],
        ].flat(),
      );
      response.write(`retry: 5000\n${event(unread.total)}`);
      const ask = () => call().call(notificationApi.unreadCount, {});
      const tab: Tab = { userId, response, seen, ask, ...unread };
      tabs.add(tab);
      response.on("close", () => tabs.delete(tab));
      schedule();
    },

    /** Ends all connections, so that the process can exit; browsers reconnect by themselves. */
    leave(): void {
      left = true;
      clearTimeout(timer);
      for (const { response } of tabs) response.end();
    },

    open: () => tabs.size,
  };
}

/** Version keys of the notifications of these tabs. */
const keysOf = (tabs: readonly Tab[]): string[] => [
  ...new Set(tabs.map(({ userId }) => `news/${userId}`)),
  "broadcasts",
];

const event = (total: number): string => `data: ${JSON.stringify({ total })}\n\n`;
