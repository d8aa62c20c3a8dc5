import type { IncomingMessage } from "node:http";
import type { AppLoadContext } from "@remix-run/node";
import { bucketKeys, bucketOf } from "#app/contract/site/histograms";
import { trafficApi, type trafficKeys } from "#app/contract/site/traffic";
import { hasToken } from "#app/server/cookies/session.server";
import { UpstreamError } from "#app/server/errors/upstream-error";
import { gateway } from "#app/server/gateway/gateway.server";
import { noteServer } from "#app/server/log.server";
import { isCrawler } from "#app/server/request/device.server";
import { isVisitBy } from "#app/server/request/visit.server";
import { isOfConsole } from "#app/server/urls/route-facts.server";
import { SECOND } from "#runtime/time-units";
import type { Page } from "#server/pages/page";
import { isReading } from "#server/request/is-reading";
import { pathOf } from "#server/request/path-of";

/** Milliseconds between two reports; a killed process loses this much. */
const REPORT_EVERY = 5 * SECOND;
const TIMES = bucketKeys("page.time") as TrafficKey[];

/** Requests for parts of a page that is already shown. */
const PARTS = /[?&]_routes=/;

type TrafficKey = (typeof trafficKeys)[number];
type PressureFigure = "pressure.seconds" | "pressure.put-off" | "pressure.paid";
type Counted = {
  page: Pick<Page, "status" | "shown" | "counts" | "preparing">;
  /** Milliseconds that rendering took; null if it came from the page cache. */
  made: number | null;
};

export type Traffic = ReturnType<typeof createTraffic>;

/**
 * Counts this process's responses, as sums that identify nobody, and reports them to the upstream every few seconds.
 * Cached pages are counted too, at the cost of reading two headers and some additions.
 */
export function createTraffic({
  upstream,
  publicOrigin,
}: {
  /** The embedded upstream; null for a separate one. */
  upstream: AppLoadContext["upstream"] | null;
  publicOrigin: string;
}) {
  let counts = new Map<TrafficKey, number>();
  const add = (key: TrafficKey, times = 1) => counts.set(key, (counts.get(key) ?? 0) + times);

  let refused = false;

  async function report(): Promise<void> {
    if (counts.size === 0) return;
    const told = counts;
    counts = new Map();
    const args = { request: new Request(publicOrigin), context: upstream ? { upstream } : {} };
    try {
      const list = [...told].map(([key, times]) => ({ key, times }));
      await gateway(args).call(trafficApi.report, { body: { counts: list } });
    } catch (error) {
      // If the upstream is unreachable, the counts are sent again later; an upstream that refuses them lacks the call.
      const noAnswer = error instanceof UpstreamError && error.code === "NETWORK";
      if (noAnswer) for (const [key, times] of told) add(key, times);
      else if (!refused) noteServer("traffic_not_counted", { error: String(error) });
      refused ||= !noAnswer;
    }
  }

  const timer = setInterval(() => void report(), REPORT_EVERY).unref();

  return {
    /** Counts a response. */
    countResponse(request: IncomingMessage, { page: { status, shown, counts: also, preparing }, made }: Counted): void {
      if (made !== null) add(TIMES[bucketOf("page.time", made)] as TrafficKey);
      if (status >= 500 && !preparing) add("page.failed");
      if (!isReading(request)) return;
      add("page.read");
      if (made === null) add("page.kept");
      const { headers, url = "/" } = request;
      if (!shown || status !== 200 || request.method !== "GET" || PARTS.test(url)) return;
      // Pages of the console are not visits.
      if (isOfConsole(pathOf(request))) return;
      if (!isVisitBy((name) => headers[name] as string | undefined)) return;
      if (isCrawler(headers["user-agent"] ?? "")) {
        add("visit.bot");
        return;
      }
      add(hasToken(headers.cookie) ? "visit.member" : "visit.anonymous");
      for (const key of also) add(key);
    },

    /** Counts a page that failed before there was a response. */
    failed(): void {
      add("page.failed");
    },

    /** Counts an event under pressure. */
    pressed(key: PressureFigure, times = 1): void {
      add(key, times);
    },

    /** Reports to the upstream now. */
    report,

    /** Stops reporting, after a last report. */
    async leave(): Promise<void> {
      clearInterval(timer);
      await report();
    },
  };
}
