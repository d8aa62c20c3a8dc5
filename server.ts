import cluster from "node:cluster";
import { configureApp, readAppEnv } from "#app/server/env.server";
import { noteServer } from "#app/server/log.server";
import { traceOf } from "#log/log";
import { serveMetrics } from "./runtime/metrics-server";
import { startFailure } from "./runtime/start-failure";
import { readServerConfig } from "./server/config";
import { overseeWorkers } from "./server/overseer";

/** Reads the settings, and answers alone or, of several processes, as one of them or as the one that oversees them. */
async function main(): Promise<void> {
  const config = readServerConfig(process.env);
  // Everything that makes links is told of one origin: the app, the upstream, this server.
  const variables = { ...process.env, PUBLIC_ORIGIN: config.publicOrigin };
  const settings = readAppEnv(variables);
  configureApp(settings);
  const ready = (port: number) => console.log(`Shequ is ready: http://${config.host}:${port}`);
  if (config.workers === 1 || cluster.isWorker) {
    // Who only oversees loads nothing of it.
    const { answer } = await import("./server/answer");
    // Of several the overseer says it, once.
    await answer({ config, variables, settings, ready: cluster.isWorker ? () => {} : ready });
    return;
  }
  const metrics = overseeWorkers({ workers: config.workers, ready, note: noteServer });
  if (config.metrics) await serveMetrics(metrics, config.metrics);
}

// A promise that somebody forgot must not end the process for all the others.
process.on("unhandledRejection", (reason) => noteServer("unhandled_rejection", { error: traceOf(reason) }));

main().catch((error: unknown) => {
  console.error(startFailure(error));
  process.exit(1);
});
