import cluster from "node:cluster";
import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import type { AppEnv } from "#app/server/env.server";
import { noteSecurity, noteServer } from "#app/server/log.server";
import { listenFailure } from "#runtime/listen-failure";
import { createMetrics, type Metrics } from "#runtime/metrics";
import { serveMetrics } from "#runtime/metrics-server";
import { watchProcess } from "#runtime/process-metrics";
import { exitCleanly } from "#runtime/shutdown";
import { removeLeftFolders } from "#runtime/work-folder";
import type { Upstream } from "#upstream/app";
import { assembleServer, BUILT } from "./assemble";
import type { ServerConfig } from "./config";
import { createHttpServer, idleBehind } from "./http-server";
import { loadRemix } from "./remix-build";
import { keepAssets } from "./reply/kept-assets";
import { joinWorkers } from "./worker";

type Options = {
  config: ServerConfig;
  /** Environment variables of the embedded upstream. */
  variables: Record<string, string | undefined>;
  settings: AppEnv;
  /** Called with the port once this process listens. */
  ready: (port: number) => void;
};

/**
 * Serves requests on the configured port until the process is told to shut down: opens what one process has of its own
 * (the upstream, the app, its ports), around what `assemble.ts` puts together.
 * @throws ConfigError, and whatever else prevents the start
 */
export async function serve({ config, variables, settings, ready }: Options): Promise<void> {
  const metrics = createMetrics();
  const shelved = config.development ? undefined : shelve(config.assetsDir);
  const upstream = config.embedded ? await embed(variables, metrics) : null;
  // An embedded upstream does this regularly in its sweep.
  if (!upstream) void removeLeftFolders(tmpdir(), new Date());
  const server = createHttpServer({ idle: idleBehind(config.trustProxy) });
  const remix = await loadRemix({ development: config.development, server, settings });
  const { handler, limits, leave, close } = assembleServer({
    config,
    upstream,
    upstreamUrl: settings.upstreamUrl,
    remix: remix.handle,
    assets: remix.middleware,
    metrics,
    noteSecurity,
  });
  joinWorkers({ limits, metrics, server });
  server.on("request", handler);
  if (config.metrics) {
    watchProcess(metrics);
    if (!cluster.isWorker)
      await serveMetrics(metrics, {
        ...config.metrics,
        taken: ({ message }) => noteServer("metrics_not_served", { error: message }),
      });
  }
  let closed: Promise<void> | undefined;
  const begin = () => {
    leave();
    closed = remix.close();
  };
  exitCleanly(server, begin, async () => {
    await closed;
    await close();
    await upstream?.close();
  });
  // Before any page refers to these files: another process may be asked for them.
  await shelved;
  await listen(server, config);
  ready((server.address() as AddressInfo).port);
}

async function listen(server: Server, { host, port }: ServerConfig): Promise<void> {
  server.listen(port, host);
  await once(server, "listening").catch((error: NodeJS.ErrnoException) => {
    throw listenFailure(error, { host, port, settings: { host: "HOST", port: "PORT" } });
  });
}

/** Shares this build's files with other processes; a failure is logged. */
async function shelve(folder: string): Promise<void> {
  await keepAssets(BUILT, folder).catch((error: Error) => {
    noteServer("assets_not_kept", { folder, error: error.message });
  });
}

/** Opens the upstream in this process; an empty demo is seeded before the first request. */
async function embed(variables: Record<string, string | undefined>, metrics: Metrics): Promise<Upstream> {
  const { startUpstream } = await import("#upstream/start");
  // The supervisor starts the first worker alone; problems of the site are those of all.
  return startUpstream(variables, { metrics, quiet: cluster.isWorker && cluster.worker?.id !== 1 });
}
