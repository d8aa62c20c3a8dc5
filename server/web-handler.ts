import type { IncomingMessage, ServerResponse } from "node:http";
import { deviceHeaderFor, pageVariantOf } from "#app/server/device.server";
import { noteServer } from "#app/server/log.server";
import type { EmbeddedUpstream } from "#app/server/request-scope.server";
import { leadsNowhere } from "#app/server/route-facts.server";
import { securityHeaders } from "#app/server/security-headers.server";
import { hasOwnCookie, onlyTokenIn } from "#app/server/session.server";
import { passToUpstream } from "#app/server/upstream-objects.server";
import { foreignWriteOf, type Refusal, refuseBody } from "#app/server/write-guard.server";
import { traceOf } from "#log/log";
import type { NoteSecurity } from "#log/security-events";
import { toRequest, toSharedRequest } from "#runtime/fetch-bridge";
import type { createHealth } from "#runtime/health";
import type { Metrics } from "#runtime/metrics";
import type { AppHandler } from "./app-handler";
import { clientIp } from "./client-ip";
import type { ServerConfig } from "./config";
import { createHasteGuard } from "./haste-guard";
import { type createLiveNotifications, LIVE_NOTIFICATIONS } from "./live-notifications";
import type { MemberPages } from "./member-pages";
import { createRequestObserver } from "./observed-requests";
import { finalize, type KeptPage } from "./page";
import type { PageCache } from "./page-cache";
import { createPageKeys } from "./page-key";
import { pathOf } from "./path-of";
import { isFile, isForMembersToo, isNeverKept, isWrittenFromAnywhere, takesFiles } from "./paths-by-facts";
import { createPublicUpstream, isPublicUpstream } from "./public-upstream";
import { kindOf, type ReadLimits } from "./read-limits";
import type { AskedUpstream } from "./record-calls";
import { createPageRenderer } from "./render-page";
import { isPart, refuse } from "./request-guard";
import { requestIdOf } from "./request-id";
import { createSender, isReading } from "./sender";
import type { Traffic } from "./traffic";
import { createTurns, OverloadedError } from "./turns";

type Parts = {
  config: ServerConfig;
  remix: AppHandler;
  /** The embedded upstream; null when it is another program. */
  upstream: EmbeddedUpstream | null;
  cache: PageCache;
  /** Members' pages without who reads them; null where each is rendered. */
  memberPages: MemberPages | null;
  /** Serves a built file, or calls `next`. */
  assets: (request: IncomingMessage, response: ServerResponse, next: () => void) => void;
  health: ReturnType<typeof createHealth>;
  /** Amounts that each network reads. */
  limits: ReadLimits;
  live: ReturnType<typeof createLiveNotifications>;
  traffic: Traffic;
  noteSecurity: NoteSecurity;
  metrics: Metrics;
};

/** A page, and since when it was made (`performance.now()`); null where it was kept. */
type Answer = { page: KeptPage; began: number | null };

const CROWDED: Refusal = { status: 503, message: "现在访问的人太多了，请稍后再试" };
const NO_METHOD: Refusal = { status: 405, message: "不支持的请求方法" };

/** Everything that answers a request, in order: guard, health, files, upstream's public part, pages. */
export function createWebHandler({
  config,
  remix,
  upstream,
  cache,
  memberPages,
  assets,
  health,
  live,
  traffic,
  noteSecurity,
  limits,
  metrics,
}: Parts) {
  const common = securityHeaders(config.secure);
  const { sendText, refuseWith, sendPage } = createSender(common);
  const pageKeys = createPageKeys();
  const turns = createTurns(config.pagesWaitingMax);
  const observe = createRequestObserver(metrics, config);
  const pages = metrics.counter("shequ_pages_total", "Pages that were sent, kept ones and those made anew.");
  metrics.gauge("shequ_pages_waiting", "Pages that wait to be made.", () => [{ value: turns.waiting() }]);
  const renderPage = createPageRenderer({ remix, upstream, turns });
  const refuseHaste = createHasteGuard({ limits, trustProxy: config.trustProxy, refuseWith });
  const publicUpstream = createPublicUpstream(upstream ?? { fetch: passToUpstream }, config);

  function noteForeignWrite(request: IncomingMessage): void {
    const write = { method: request.method, path: pathOf(request), address: clientIp(request, config.trustProxy) };
    noteSecurity("cross_site_write_refused", foreignWriteOf(write, headersOf(request)));
  }

  /** Address of who asks, and the number by which the log has the request. */
  const whoOf = (request: IncomingMessage) => ({
    ip: clientIp(request, config.trustProxy),
    requestId: requestIdOf(request, config.trustProxy),
  });

  /** The page that every anonymous reader gets, at once if it is kept; null when this one must have their own. */
  function sharedPage(request: IncomingMessage): Answer | null | Promise<Answer | null> {
    const userAgent = request.headers["user-agent"] ?? "";
    const { key, url, shortened } = pageKeys.of(request.url ?? "/", pageVariantOf(userAgent));
    let began: number | null = null;
    const page = cache.get(key, () => {
      began = performance.now();
      const who = whoOf(request);
      limits.charge(who.ip, kindOf(pathOf(request)));
      return renderPage(toSharedRequest(url, { "user-agent": userAgent }, config.publicOrigin), who);
    });
    const orNull = (one: KeptPage): Answer | null => {
      const redirects = one.status >= 300 && one.status < 400;
      // A redirect carries the whole query on; a cookie is for one reader.
      const own = one.unshared || one.headers.some(([name]) => name === "set-cookie");
      return own || (redirects && shortened) ? null : { page: one, began };
    };
    return page instanceof Promise ? page.then(orNull) : orNull(page);
  }

  async function replyWithOwnPage(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const asked = toRequest(request, response, config.publicOrigin);
    // Remix takes a HEAD of a page's data for an action; nobody gets the body anyway.
    const wanted = request.method === "HEAD" ? new Request(asked, { method: "GET" }) : asked;
    const began = performance.now();
    const who = whoOf(request);
    // Forms have limits of their own, in the upstream.
    if (isReading(request)) limits.charge(who.ip, kindOf(pathOf(request)));
    const own = await renderPage(wanted, who);
    send(request, response, { page: finalize(own), began });
  }

  function send(request: IncomingMessage, response: ServerResponse, { page, began }: Answer): void {
    // Whoever has gone is shown nothing; what was broken off for it is no failure.
    if (response.destroyed) return;
    pages({ from: began === null ? "kept" : "made" });
    traffic.answered(request, { page, made: began === null ? null : performance.now() - began });
    sendPage(request, response, page);
  }

  /** A page as members get it, rendered or filled in; null where it is always rendered. */
  function membersPage(request: IncomingMessage): Promise<Answer> | null {
    const token = memberPages && isReading(request) ? onlyTokenIn(request.headers.cookie) : null;
    const path = pathOf(request);
    if (!memberPages || !token || !isForMembersToo(path)) return null;
    const userAgent = request.headers["user-agent"] ?? "";
    const { key, url, shortened } = pageKeys.of(request.url ?? "/", pageVariantOf(userAgent));
    // A redirect carries the whole query on.
    if (shortened) return null;
    // A page may note that somebody went to it, which what is fetched otherwise is not.
    const dest = request.headers["sec-fetch-dest"] === "document" ? "document" : "";
    const who = whoOf(request);
    const { ip } = who;
    const headers: Record<string, string> = {
      authorization: `Bearer ${token}`,
      "x-client-ip": ip,
      "x-device": deviceHeaderFor(userAgent),
    };
    const cookie = request.headers.cookie ?? "";
    let began: number | null = null;
    const render = (asked: AskedUpstream, now: Date) => {
      began ??= performance.now();
      limits.charge(ip, kindOf(path));
      return renderPage(
        toSharedRequest(url, { "user-agent": userAgent, cookie, "sec-fetch-dest": dest }, config.publicOrigin),
        who,
        {
          asked,
          now,
        },
      );
    };
    return memberPages
      .get({ key: dest ? `${key}#${dest}` : key, header: (name) => headers[name] ?? null }, render)
      .then((page): Answer => ({ page, began }));
  }

  function replyWithPage(request: IncomingMessage, response: ServerResponse): undefined | Promise<void> {
    const own = membersPage(request);
    if (own) return own.then((answer) => send(request, response, answer));
    const reply = (answer: Answer | null) =>
      answer ? void send(request, response, answer) : replyWithOwnPage(request, response);
    const mayShare = isReading(request) && !hasOwnCookie(request.headers.cookie) && !isNeverKept(pathOf(request));
    const shared = mayShare ? sharedPage(request) : null;
    return shared instanceof Promise ? shared.then(reply) : reply(shared);
  }

  async function sendHealth(response: ServerResponse, path: string): Promise<void> {
    const { status, body } = await health.reply(path);
    sendText(response, status, body);
  }

  /** Without a promise where nothing has to be waited for: a kept page is sent in some microseconds. */
  function reply(request: IncomingMessage, response: ServerResponse): undefined | Promise<void> {
    const path = pathOf(request);
    if (health.isAsked(path)) return sendHealth(response, path);
    if (isReading(request) && leadsNowhere(path)) {
      return refuseHaste(request, response, path) ? undefined : replyWithPage(request, response);
    }
    if (isPublicUpstream(path)) {
      return refuseHaste(request, response, path) ? undefined : publicUpstream(request, response);
    }
    if (isReading(request) && isPart(request) && !isFile(path)) return void sendText(response, 404, "Not Found\n");
    if (path === LIVE_NOTIFICATIONS && request.method === "GET") return live.reply(request, response, common);
    if (path === "/api" || path.startsWith("/api/")) return void sendText(response, 404, "Not Found\n");
    if (request.method === "PUT") return void refuseWith(request, response, NO_METHOD);
    const refusal = isReading(request) ? null : refuseBody(headersOf(request), takesFiles(path) ? "files" : "fields");
    if (refusal) return void refuseWith(request, response, refusal);
    return refuseHaste(request, response, path) ? undefined : replyWithPage(request, response);
  }

  function fail(request: IncomingMessage, response: ServerResponse, error: unknown): void {
    if (response.destroyed || (error as Error)?.name === "AbortError") return;
    traffic.failed();
    if (error instanceof OverloadedError) {
      refuseWith(request, response, CROWDED);
      return;
    }
    const { requestId } = whoOf(request);
    noteServer("request_failed", { call: `${request.method} ${pathOf(request)}`, requestId, error: traceOf(error) });
    if (response.headersSent) response.destroy();
    else refuseWith(request, response, { status: 500, message: "服务器出了点问题，请稍后重试" });
  }

  return (request: IncomingMessage, response: ServerResponse): void => {
    observe(request, response);
    const refusal = refuse(request, config.publicOrigin);
    const path = pathOf(request);
    if (refusal && !(refusal.status === 403 && isWrittenFromAnywhere(path))) {
      if (refusal.status === 403) noteForeignWrite(request);
      refuseWith(request, response, refusal);
      return;
    }
    assets(request, response, () => {
      try {
        reply(request, response)?.catch((error: unknown) => fail(request, response, error));
      } catch (error) {
        fail(request, response, error);
      }
    });
  };
}

const headersOf =
  ({ headers }: IncomingMessage) =>
  (name: string): string | undefined =>
    headers[name]?.toString();
