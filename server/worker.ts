import cluster from "node:cluster";
import type { Server } from "node:http";
import type { Metrics } from "#runtime/metrics";
import type { Charge, ReadLimits } from "./admission/read-limits";
import { balanceConnections } from "./connection-balance";

/**
 * Milliseconds after which others learn of a charge, and of connections. Most pages take longer to render, so budgets are
 * hardly exceeded.
 */
const TOLD_AFTER = 100;

/** Message of the supervisor: shut down, report metrics, charges of other workers, or connections to give up. */
export type ToWorker = string | { metrics: number } | { charged: Charge[] } | { surplus: number };
/** Message of a worker: its metrics, as requested, its charges, or the number of its connections. */
export type FromWorker = { metrics: number; text: string } | { charged: Charge[] } | { open: number };

type Shared = { limits: ReadLimits; metrics: Metrics; server: Server };

/**
 * Connects this process to the supervisor, if there is one: read-limit charges count in all workers, connections are
 * divided among them, and the supervisor gets this worker's metrics. Everything else they share is in the database. A
 * single process does nothing here.
 */
export function joinWorkers({ limits, metrics, server }: Shared): void {
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
  let counted = false;
  const connections = balanceConnections(server, () => {
    if (!counted) setTimeout(tellConnections, TOLD_AFTER).unref();
    counted = true;
  });
  function tellConnections(): void {
    tell({ open: connections.open() });
    counted = false;
  }
  process.on("message", (message: ToWorker) => {
    if (typeof message === "string") return;
    if ("charged" in message) limits.charge(message.charged);
    else if ("surplus" in message) connections.giveUp(message.surplus);
    else void metrics.render().then((text) => tell({ metrics: message.metrics, text }));
  });
}
