import cluster from "node:cluster";

/**
 * Loaded into a measured process before its own program (`node --import`): answers over the channel to the
 * parent what the process has used, so that the product itself needs no door for it.
 */
export type Usage = {
  /** CPU milliseconds of all threads since the start. */
  cpu: number;
  /** Bytes of memory held. */
  rss: number;
};

/** Workers have it loaded as well; theirs is the channel to their overseer. */
if (!cluster.isWorker) {
  process.on("message", (message) => {
    if (message !== "usage") return;
    const { user, system } = process.cpuUsage();
    process.send?.({ cpu: (user + system) / 1000, rss: process.memoryUsage.rss() } satisfies Usage);
  });
  // Whatever ends the bench ends what it started.
  process.once("disconnect", () => process.exit());
  // The channel alone keeps nothing alive.
  process.channel?.unref();
}
