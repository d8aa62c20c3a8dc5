import cluster from "node:cluster";
import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import type { AppEnv } from "#app/server/env.server";
import { isUpstreamReady } from "#app/server/gateway/upstream-ready.server";
import { securityHeaders } from "#app/server/headers/security-headers.server";
import { noteSecurity, noteServer } from "#app/server/log.server";
import { createHealth } from "#runtime/health";
import { listenFailure } from "#runtime/listen-failure";
import { createMetrics, type Metrics } from "#runtime/metrics";
import { serveMetrics } from "#runtime/metrics-server";
import { watchProcess } from "#runtime/process-metrics";
import { exitCleanly } from "#runtime/shutdown";
import { SECOND } from "#runtime/time-units";
import { removeLeftFolders } from "#runtime/work-folder";
import type { Upstream } from "#upstream/app";
import { PutOffError } from "./admission/admission";
import { createReadLimits } from "./admission/read-limits";
import type { ServerConfig } from "./config";
import { createTraffic } from "./figures/traffic";
import { createHttpServer, IDLE } from "./http-server";
import { createLiveNotifications } from "./live-notifications";
import { createAskedVersions } from "./pages/asked-versions";
import { createMemberPages } from "./pages/member-pages";
import { createPageCache } from "./pages/page-cache";
import { loadRemix } from "./remix-build";
import { createAssets } from "./reply/assets";
import { keepAssets } from "./reply/kept-assets";
import { createWebHandler } from "./web-handler";
import { joinWorkers } from "./worker";

const BUILT = "build/client";

type Options = {
  config: ServerConfig;
  /** Environment variables of the embedded upstream. */
  variables: Record<string, string | undefined>;
  settings: AppEnv;
  /** Called with the port once this process listens. */
  ready: (port: number) => void;
};

/**
 * Serves requests on the configured port until the process is told to shut down. This is where all parts are
 * assembled; only the tests do it once more (`tests/server/serve.ts`).
 * @throws ConfigError, and whatever else prevents the start
 */
export async function serve({ config, variables, settings, ready }: Options): Promise<void> {
  const metrics = createMetrics();
  const shelved = config.development ? undefined : shelve(config.assetsDir);
  const upstream = config.embedded ? await embed(variables, metrics) : null;
  // An embedded upstream does this regularly in its sweep.
  if (!upstream) void removeLeftFolders(tmpdir(), new Date());
  const server = createHttpServer({ idle: config.trustProxy > 0 ? IDLE.proxy : IDLE.reader });
  const remix = await loadRemix({ development: config.development, server, settings });
  const health = createHealth(() => (upstream ? upstream.ready() : isUpstreamReady(settings.upstreamUrl ?? "")));
  const versions = upstream ? () => upstream.versions : createAskedVersions(config.publicOrigin).probe;
  const cache = createPageCache({
    isRefusal: (error) => error instanceof PutOffError,
    maxBytes: config.development ? 0 : config.pageCacheBytes,
    probe: versions,
    lifetime: 60 * SECOND,
    lifetimeUnprobed: 5 * SECOND,
  });
  const memberPages =
    upstream && config.memberPagesBytes > 0 && !config.development
      ? createMemberPages({ upstream, probe: upstream.versions, maxBytes: config.memberPagesBytes, note: noteServer })
      : null;
  const live = createLiveNotifications({
    upstream,
    versions,
    publicOrigin: config.publicOrigin,
  });
  const traffic = createTraffic({ upstream, publicOrigin: config.publicOrigin });
  const assets = remix.middleware ?? createAssets(BUILT, securityHeaders(config.secure), config.assetsDir);
  const limits = createReadLimits(config.readRates);
  joinWorkers({ limits, metrics });
  server.on(
    "request",
    createWebHandler({
      limits,
      config,
      remix: remix.handle,
      upstream,
      cache,
      memberPages,
      assets,
      health,
      live,
      traffic,
      noteSecurity,
      metrics,
    }),
  );
  if (config.metrics) {
    watchProcess(metrics);
    if (!cluster.isWorker)
      await serveMetrics(metrics, {
        ...config.metrics,
        taken: ({ message }) => noteServer("metrics_not_served", { error: message }),
      });
  }
  let closed: Promise<void> | undefined;
  const leave = () => {
    health.leave();
    live.leave();
    closed = remix.close();
  };
  exitCleanly(server, leave, async () => {
    await closed;
    await traffic.leave();
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
