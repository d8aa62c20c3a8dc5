import type { IncomingMessage, ServerResponse } from "node:http";
import { passToUpstream } from "#app/server/gateway/pass-to-upstream.server";
import { securityHeaders } from "#app/server/headers/security-headers.server";
import { noteServer } from "#app/server/log.server";
import { foreignWriteOf, type Refusal, refuseBody } from "#app/server/request/write-guard.server";
import type { EmbeddedUpstream } from "#app/server/request-scope.server";
import { leadsNowhere } from "#app/server/urls/route-facts.server";
import { traceOf } from "#log/log";
import type { NoteSecurity } from "#log/security-events";
import { type createHealth, isHealthPath } from "#runtime/health";
import type { Metrics } from "#runtime/metrics";
import { PutOffError } from "./admission/admission";
import { createPictureGuard } from "./admission/picture-guard";
import type { ReadLimits } from "./admission/read-limits";
import { OverloadedError } from "./admission/render-queue";
import { TOLL } from "./admission/toll-page";
import { createTollReplies } from "./admission/toll-replies";
import type { AppHandler } from "./app-handler";
import { assembleAdmission } from "./assemble-admission";
import type { ServerConfig } from "./config";
import { createRequestObserver } from "./figures/observed-requests";
import type { Traffic } from "./figures/traffic";
import { type createLiveNotifications, LIVE_NOTIFICATIONS } from "./live-notifications";
import { createPageReplies } from "./page-replies";
import type { MemberPages } from "./pages/member-pages";
import type { PageCache } from "./pages/page-cache";
import { createPublicUpstream } from "./public-upstream";
import { createPageRenderer } from "./render-page";
import { createSender } from "./reply/sender";
import { clientIp } from "./request/client-ip";
import { isReading } from "./request/is-reading";
import { pathOf } from "./request/path-of";
import { isFile, isPublicUpstream, isWrittenFromAnywhere, takesFiles } from "./request/paths-by-facts";
import { isSubresource, NO_METHOD, PAGE_TARGET_MAX, refuse } from "./request/request-guard";
import { requestIdOf } from "./request/request-id";
import { shortenSearch } from "./request/shorten-search";

type Parts = {
  config: ServerConfig;
  remix: AppHandler;
  /** The embedded upstream; null for a separate one. */
  upstream: EmbeddedUpstream | null;
  cache: PageCache;
  /** Templates of members' pages; null if each page is rendered. */
  memberPages: MemberPages | null;
  /** Serves a built file, or calls `next`. */
  assets: (request: IncomingMessage, response: ServerResponse, next: () => void) => void;
  health: ReturnType<typeof createHealth>;
  /** Read budgets. */
  limits: ReadLimits;
  live: ReturnType<typeof createLiveNotifications>;
  traffic: Traffic;
  noteSecurity: NoteSecurity;
  metrics: Metrics;
};

const CROWDED: Refusal = { status: 503, message: "现在访问的人太多了，请稍后再试" };
/** Unlike the page for readers it loads nothing anew: Back leads to the form as it was filled in. */
const TOO_MANY_FORMS: Refusal = { status: 429, message: "提交得太频繁了，请稍等片刻，返回上一页再试一次" };

/**
 * Creates the handler that answers every request, in order: guard, files, health, addresses that lead nowhere, public
 * part of the upstream, open tabs, refusals of what is no page, tolls, pages.
 */
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
  const { sendText, refuseWith, sendPage } = createSender(common, noteFailure);
  const observe = createRequestObserver(metrics, config);
  const { queue, tolls, admission } = assembleAdmission({ config, upstream, limits, traffic, metrics });
  const tollReplies = createTollReplies({ tolls, metrics, traffic, sendText });
  const renderPage = createPageRenderer({ remix, upstream, admission, queue });
  const replyWithPage = createPageReplies({ config, cache, memberPages, renderPage, sendPage, traffic, metrics });
  const refusePicture = createPictureGuard({ limits, trustProxy: config.trustProxy, refuseWith });
  const publicUpstream = createPublicUpstream(upstream ?? { fetch: passToUpstream }, config);

  function noteForeignWrite(request: IncomingMessage): void {
    const write = { method: request.method, path: pathOf(request), address: clientIp(request, config.trustProxy) };
    noteSecurity("cross_site_write_refused", foreignWriteOf(write, headersOf(request)));
  }

  async function sendHealth(response: ServerResponse, path: string): Promise<void> {
    const { status, body } = await health.reply(path);
    sendText(response, status, body);
  }

  /** Synchronous if nothing has to be awaited: a cached page is sent within microseconds. */
  function reply(request: IncomingMessage, response: ServerResponse): undefined | Promise<void> {
    const path = pathOf(request);
    if (isHealthPath(path)) return sendHealth(response, path);
    if (isReading(request) && leadsNowhere(path)) return replyWithPage(request, response);
    if (isPublicUpstream(path)) {
      return refusePicture(request, response) ? undefined : publicUpstream(request, response);
    }
    if (isReading(request) && isSubresource(request) && !isFile(path))
      return void sendText(response, 404, "Not Found\n");
    if (path === LIVE_NOTIFICATIONS && request.method === "GET") return live.reply(request, response, common);
    if (path === "/api" || path.startsWith("/api/")) return void sendText(response, 404, "Not Found\n");
    if (request.method === "PUT") return void refuseWith(request, response, NO_METHOD);
    const refusal = isReading(request) ? null : refuseBody(headersOf(request), takesFiles(path) ? "files" : "fields");
    if (refusal) return void refuseWith(request, response, refusal);
    if (path === TOLL && !isReading(request)) return tollReplies.take(request, response);
    return replyWithPage(request, response);
  }

  function noteFailure(request: IncomingMessage, error: unknown): void {
    traffic.failed();
    const requestId = requestIdOf(request, config.trustProxy);
    noteServer("request_failed", { call: `${request.method} ${pathOf(request)}`, requestId, error: traceOf(error) });
  }

  function fail(request: IncomingMessage, response: ServerResponse, error: unknown): void {
    if (response.destroyed || (error as Error)?.name === "AbortError") return;
    if (error instanceof PutOffError) {
      if (isReading(request)) tollReplies.putOff(request, response, error);
      else refuseWith(request, response, TOO_MANY_FORMS);
      return;
    }
    if (error instanceof OverloadedError) {
      traffic.failed();
      refuseWith(request, response, CROWDED);
      return;
    }
    noteFailure(request, error);
    if (response.headersSent) response.destroy();
    else refuseWith(request, response, { status: 500, message: "服务器出了点问题，请稍后重试" });
  }

  /** Answers a request that must not be processed further. @returns whether it was one */
  function refused(request: IncomingMessage, response: ServerResponse): boolean {
    const refusal = refuse(request, config.publicOrigin);
    if (!refusal) return false;
    if (refusal.status === 403) {
      if (isWrittenFromAnywhere(pathOf(request))) return false;
      noteForeignWrite(request);
    }
    const isTooLong = refusal.status === 414 && isReading(request);
    const shorter = isTooLong ? shortenSearch(request.url ?? "", PAGE_TARGET_MAX) : null;
    if (shorter === null) refuseWith(request, response, refusal);
    else response.writeHead(302, { location: shorter, "cache-control": "no-store" }).end();
    return true;
  }

  /** Takes a step towards an answer. Whatever it throws is answered, so that one request can't end the process for all. */
  function take(request: IncomingMessage, response: ServerResponse, step: () => undefined | Promise<void>): void {
    try {
      step()?.catch((error: unknown) => fail(request, response, error));
    } catch (error) {
      fail(request, response, error);
    }
  }

  return (request: IncomingMessage, response: ServerResponse): void =>
    take(request, response, () => {
      observe(request, response);
      if (refused(request, response)) return;
      // The files of a development build call back later, so that what follows is a step of its own.
      assets(request, response, () => take(request, response, () => reply(request, response)));
    });
}

const headersOf =
  ({ headers }: IncomingMessage) =>
  (name: string): string | undefined =>
    headers[name]?.toString();
