import cluster from "node:cluster";
import type { Metrics } from "#runtime/metrics";
import type { Charge, ReadLimits } from "./admission/read-limits";

/**
 * Milliseconds after which other workers learn of a charge. Most pages take longer to render, so budgets are hardly
 * exceeded.
 */
const TOLD_AFTER = 100;

/** Message of the supervisor: shut down, report metrics, or charges of other workers. */
export type ToWorker = string | { metrics: number } | { charged: Charge[] };
/** Message of a worker: its metrics, as requested, or its charges. */
export type FromWorker = { metrics: number; text: string } | { charged: Charge[] };

/**
 * Connects this process to the supervisor, if there is one: read-limit charges count in all workers, and the supervisor
 * gets this worker's metrics. Everything else they share is in the database. A single process does nothing here.
 */
export function joinWorkers({ limits, metrics }: { limits: ReadLimits; metrics: Metrics }): void {
  if (!cluster.isWorker) return;
  const tell = (message: FromWorker) => process.send?.(message);
  const charged = new Map<string, Charge>();
  limits.onCharge((bucket) => {
    if (charged.size === 0) setTimeout(tellCharged, TOLD_AFTER).unref();
    const times = (charged.get(bucket.key)?.times ?? 0) + 1;
    charged.set(bucket.key, { ...bucket, times });
  });
  function tellCharged(): void {
    tell({ charged: [...charged.values()] });
    charged.clear();
  }
  process.on("message", (message: ToWorker) => {
    if (typeof message === "string") return;
    if ("charged" in message) limits.charge(message.charged);
    else void metrics.render().then((text) => tell({ metrics: message.metrics, text }));
  });
}
