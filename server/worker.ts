import cluster from "node:cluster";
import type { Metrics } from "#runtime/metrics";
import type { Charge, ReadLimits } from "./read-limits";

/** Milliseconds after which others hear of a charge. A page takes longer than some of them, so no budget is passed by much. */
const TOLD_AFTER = 100;

/** Message of the overseer: to leave, to give the metrics, or what other workers charged. */
export type ToWorker = string | { metrics: number } | { charged: Charge[] };
/** Message of a worker: its metrics, as they were asked for, or what it charged. */
export type FromWorker = { metrics: number; text: string } | { charged: Charge[] };

/**
 * Makes this process one of several on a port, where it is: what one of them charges counts in all, and the overseer is given
 * its metrics. All else that they have in common is in the database. Alone it does nothing.
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
