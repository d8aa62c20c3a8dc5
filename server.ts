import cluster from "node:cluster";
import { configureApp, readAppEnv } from "#app/server/env.server";
import { noteServer } from "#app/server/log.server";
import { traceOf } from "#log/log";
import { listenerUrl } from "./runtime/listener-url";
import { serveMetrics } from "./runtime/metrics-server";
import { startFailure } from "./runtime/start-failure";
import { readServerConfig } from "./server/config";
import { superviseWorkers } from "./server/supervisor";

/**
 * Reads the settings, then serves requests (as the only process or as one of several workers) or supervises the
 * workers.
 */
async function main(): Promise<void> {
  const config = readServerConfig(process.env);
  // The app, the upstream and this server all build URLs from the same origin.
  const variables = { ...process.env, PUBLIC_ORIGIN: config.publicOrigin };
  const settings = readAppEnv(variables);
  configureApp(settings);
  const ready = (port: number) => console.log(`Shequ is ready: ${listenerUrl(config.host, port)}`);
  if (config.workers === 1 || cluster.isWorker) {
    // The supervisor loads none of the application code.
    const { serve } = await import("./server/serve");
    // With several workers, the supervisor prints it once.
    await serve({ config, variables, settings, ready: cluster.isWorker ? () => {} : ready });
    return;
  }
  const metrics = superviseWorkers({ workers: config.workers, ready, note: noteServer });
  if (config.metrics)
    await serveMetrics(metrics, {
      ...config.metrics,
      taken: ({ message }) => noteServer("metrics_not_served", { error: message }),
    });
}

// A forgotten promise must not end the process for everybody else.
process.on("unhandledRejection", (reason) => noteServer("unhandled_rejection", { error: traceOf(reason) }));

main().catch((error: unknown) => {
  console.error(startFailure(error));
  process.exit(1);
});
