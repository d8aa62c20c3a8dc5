import { randomBytes } from "node:crypto";
import type { EmbeddedUpstream } from "#app/server/request-scope.server";
import type { Metrics } from "#runtime/metrics";
import { SECOND } from "#runtime/time-units";
import { createAdmission } from "./admission/admission";
import { createLoginAsker } from "./admission/ask-login";
import { createKnownLogins } from "./admission/known-logins";
import { createPressure } from "./admission/pressure";
import { createProvedCrawlers } from "./admission/proved-crawlers";
import type { ReadLimits } from "./admission/read-limits";
import { createRenderQueue } from "./admission/render-queue";
import { createTolls } from "./admission/toll";
import type { ServerConfig } from "./config";
import type { Traffic } from "./figures/traffic";

type Parts = {
  config: ServerConfig;
  /** The embedded upstream; null for a separate one. */
  upstream: EmbeddedUpstream | null;
  /** Read budgets. */
  limits: ReadLimits;
  traffic: Traffic;
  metrics: Metrics;
};

/** Assembles what decides who may have a page rendered, and when: the queue, the tolls and the admission, with metrics. */
export function assembleAdmission({ config, upstream, limits, traffic, metrics }: Parts) {
  const queue = createRenderQueue(config.pagesWaitingMax);
  const { strangersWait } = queue;
  const pressure = createPressure({ waitMax: config.strangersWaitMax, strangersWait, told: traffic.pressed });
  metrics.gauge("shequ_pages_waiting", "Pages waiting to be rendered.", () => [{ value: queue.waiting() }]);
  metrics.gauge("shequ_pressure", "Whether requests exceed rendering capacity.", () => [
    { value: Number(pressure.isOn()) },
  ]);
  metrics.gauge("shequ_strangers_wait_seconds", "Seconds that the first stranger in the queue has waited.", () => [
    { value: strangersWait() / SECOND },
  ]);
  const tolls = createTolls(config.tollKey ?? randomBytes(32));
  const logins = createKnownLogins({ ask: createLoginAsker({ upstream, publicOrigin: config.publicOrigin }) });
  const crawlers = createProvedCrawlers();
  const admission = createAdmission({ limits, pressure, tolls, logins, crawlers, queue, metrics });
  return { queue, tolls, admission };
}
