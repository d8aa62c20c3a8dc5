import type { IncomingMessage, ServerResponse } from "node:http";
import type { AppLoadContext } from "@remix-run/node";
import type { CallData } from "#app/contract/endpoint";
import { notificationApi } from "#app/contract/notification/notification";
import { userApi } from "#app/contract/people/user";
import { clearToken, tokenOf } from "#app/server/cookies/session.server";
import { UpstreamError } from "#app/server/errors/upstream-error";
import { gateway } from "#app/server/gateway/gateway.server";
import { toRequest } from "#runtime/fetch-bridge";
import { createLiveTabs } from "./live-tabs";
import type { VersionProbe } from "./pages/version-probe";

/** Path on which open tabs listen for notifications. */
export const LIVE_NOTIFICATIONS = "/live/notifications";

type Unread = CallData<typeof notificationApi.unreadCount>;

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
  const tabs = createLiveTabs(versions);

  return {
    async reply(incoming: IncomingMessage, response: ServerResponse, headers: [string, string][]): Promise<void> {
      const request = toRequest(incoming, response, publicOrigin);
      const begin = (status: number, own: [string, string][]) =>
        response.writeHead(status, [...headers, ...own, ["Cache-Control", "no-store"]].flat());
      const end = (status: number, own: [string, string][] = []) => {
        begin(status, [...own, ["Content-Length", "0"]]);
        response.end();
      };
      if (!tokenOf(request)) return end(204);
      if (tabs.hasLeft()) return end(503);
      /** Uses a new context each time, since identical calls of one request share a reply. */
      const call = () => gateway({ request, context: upstream ? { upstream } : {} });
      const ask = () => call().call(notificationApi.unreadCount, {});
      const seen = await tabs.newest().catch(() => 0);
      let userId: number;
      let unread: Unread;
      try {
        ({ userId } = await call().call(userApi.tokenQueryClientUser, {}));
        unread = await ask();
      } catch (error) {
        const ended = error instanceof UpstreamError && error.code === "NOT_LOGIN";
        return ended ? end(204, [["Set-Cookie", clearToken()]]) : end(503);
      }
      if (incoming.headers.accept?.startsWith("application/json")) {
        const body = JSON.stringify({ total: unread.total });
        begin(200, [
          ["Content-Type", "application/json; charset=utf-8"],
          ["Content-Length", String(body.length)],
        ]);
        response.end(body);
        return;
      }
      if (tabs.isFull(userId) || tabs.hasLeft()) return end(503);
      if (response.destroyed) return;
      begin(200, [
        ["Content-Type", "text/event-stream; charset=utf-8"],
        // nginx would buffer the response otherwise.
        ["X-Accel-Buffering", "no"],
      ]);
      tabs.add({ userId, response, seen, ask, ...unread });
    },

    leave: tabs.leave,
    open: tabs.count,
  };
}
