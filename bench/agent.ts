import cluster from "node:cluster";

/**
 * Preloaded into a measured process (`node --import`): reports the process's resource usage to the parent over the IPC
 * channel, so that the product needs no interface for it.
 */
export type Usage = {
  /** CPU milliseconds of all threads since the start. */
  cpu: number;
  /** Bytes of resident memory. */
  rss: number;
};

/** Workers preload it as well, but their channel belongs to the supervisor. */
if (!cluster.isWorker) {
  process.on("message", (message) => {
    if (message !== "usage") return;
    const { user, system } = process.cpuUsage();
    process.send?.({ cpu: (user + system) / 1000, rss: process.memoryUsage.rss() } satisfies Usage);
  });
  // If the benchmark ends, so do the processes that it started.
  process.once("disconnect", () => process.exit());
  // The channel alone does not keep the process alive.
  process.channel?.unref();
}
