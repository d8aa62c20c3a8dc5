import type { IncomingMessage, ServerResponse } from "node:http";
import { hasOwnCookie, onlyTokenIn } from "#app/server/cookies/session.server";
import { deviceHeaderFor, pageVariantOf } from "#app/server/request/device.server";
import { isVisitBy } from "#app/server/request/visit.server";
import { discardBody, toRequest, toSharedRequest } from "#runtime/fetch-bridge";
import type { Metrics } from "#runtime/metrics";
import type { ServerConfig } from "./config";
import type { Traffic } from "./figures/traffic";
import type { MemberPages } from "./pages/member-pages";
import { type FinalPage, finalize } from "./pages/page";
import type { PageCache } from "./pages/page-cache";
import { createPageKeys } from "./pages/page-key";
import type { AskedUpstream } from "./pages/personal-calls";
import type { createPageRenderer } from "./render-page";
import type { createSender } from "./reply/sender";
import { callerOf } from "./request/caller";
import { isReading } from "./request/is-reading";
import { pathOf } from "./request/path-of";
import { isForMembersToo, isNeverKept } from "./request/paths-by-facts";

type Parts = {
  config: ServerConfig;
  cache: PageCache;
  /** Templates of members' pages; null if each page is rendered. */
  memberPages: MemberPages | null;
  renderPage: ReturnType<typeof createPageRenderer>;
  sendPage: ReturnType<typeof createSender>["sendPage"];
  traffic: Traffic;
  metrics: Metrics;
};

/** A page, and when its rendering began (`performance.now()`); null if it came from the cache. */
type PageReply = { page: FinalPage; began: number | null };

/** Creates the responder for pages: from the page cache, from members' templates, or rendered. */
export function createPageReplies({ config, cache, memberPages, renderPage, sendPage, traffic, metrics }: Parts) {
  const pageKeys = createPageKeys();
  const pages = metrics.counter("shequ_pages_total", "Pages sent, by origin: cached or rendered.");
  const callOf = (request: IncomingMessage) => callerOf(request, config.trustProxy);

  /**
   * The page that all anonymous readers share, synchronously if it is cached; null if this request needs a page of its
   * own.
   */
  function sharedPage(request: IncomingMessage): PageReply | null | Promise<PageReply | null> {
    const userAgent = request.headers["user-agent"] ?? "";
    const { key, url, shortened } = pageKeys.of(request.url ?? "/", pageVariantOf(userAgent));
    let began: number | null = null;
    const page = cache.get(key, () => {
      began = performance.now();
      return renderPage(toSharedRequest(url, { "user-agent": userAgent }, config.publicOrigin), callOf(request));
    });
    const orNull = (one: FinalPage): PageReply | null => {
      const redirects = one.status >= 300 && one.status < 400;
      // A redirect carries the whole query along; a cookie is for one reader.
      const own = one.headers.some(([name]) => name === "set-cookie") || (redirects && shortened);
      // An unshared page is for the reader whose request rendered it, and not for those who waited for it.
      return own || (one.unshared && began === null) ? null : { page: one, began };
    };
    return page instanceof Promise ? page.then(orNull) : orNull(page);
  }

  async function replyWithOwnPage(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const asked = toRequest(request, response, config.publicOrigin);
    // Remix takes a HEAD for a page's data for an action; the body is dropped anyway.
    const wanted = request.method === "HEAD" ? new Request(asked, { method: "GET" }) : asked;
    const began = performance.now();
    const own = await renderPage(wanted, callOf(request)).catch((error: unknown) => {
      // A client that is still sending does not read why it was refused.
      discardBody(asked).catch(() => {});
      throw error;
    });
    send(request, response, { page: finalize(own), began });
  }

  function send(request: IncomingMessage, response: ServerResponse, { page, began }: PageReply): void {
    // The client has disconnected; the aborted render is no failure.
    if (response.destroyed) return void page.file?.cancel();
    pages({ from: began === null ? "kept" : "made" });
    const made = began === null ? null : performance.now() - began;
    sendPage(request, response, page);
    // Last, so that nobody waits for it: telling crawlers apart takes some milliseconds for a browser's first request.
    traffic.countResponse(request, { page, made });
  }

  /** A page for a member, from a template or rendered; null for pages that are always rendered. */
  function membersPage(request: IncomingMessage): Promise<PageReply> | null {
    const token = memberPages && isReading(request) ? onlyTokenIn(request.headers.cookie) : null;
    const path = pathOf(request);
    if (!memberPages || !token || !isForMembersToo(path)) return null;
    const userAgent = request.headers["user-agent"] ?? "";
    const { key, url, shortened } = pageKeys.of(request.url ?? "/", pageVariantOf(userAgent));
    // A redirect carries the whole query along.
    if (shortened) return null;
    // A loader may record a visit; prefetches and the like are not visits.
    const { headers: sent } = request;
    const dest = sent["sec-fetch-dest"] === "document" && isVisitBy((name) => sent[name]?.toString()) ? "document" : "";
    const caller = callOf(request);
    const headers: Record<string, string> = {
      authorization: `Bearer ${token}`,
      "x-client-ip": caller.ip,
      "x-device": deviceHeaderFor(userAgent),
    };
    const cookie = request.headers.cookie ?? "";
    let began: number | null = null;
    const render = (asked: AskedUpstream, now: Date) => {
      began ??= performance.now();
      return renderPage(
        toSharedRequest(url, { "user-agent": userAgent, cookie, "sec-fetch-dest": dest }, config.publicOrigin),
        caller,
        { asked, now },
      );
    };
    return memberPages
      .get({ key: dest ? `${key}#${dest}` : key, header: (name) => headers[name] ?? null }, render)
      .then((page): PageReply => ({ page, began }));
  }

  function replyWithPage(request: IncomingMessage, response: ServerResponse): undefined | Promise<void> {
    const own = membersPage(request);
    if (own) return own.then((reply) => send(request, response, reply));
    const sendOrRender = (reply: PageReply | null) =>
      reply ? void send(request, response, reply) : replyWithOwnPage(request, response);
    const mayShare = isReading(request) && !hasOwnCookie(request.headers.cookie) && !isNeverKept(pathOf(request));
    const shared = mayShare ? sharedPage(request) : null;
    return shared instanceof Promise ? shared.then(sendOrRender) : sendOrRender(shared);
  }

  return replyWithPage;
}
