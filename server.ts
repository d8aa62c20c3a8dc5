import { tmpdir } from "node:os";
import { configureApp, readAppEnv } from "#app/server/env.server";
import { noteSecurity, noteServer } from "#app/server/log.server";
import { securityHeaders } from "#app/server/security-headers.server";
import { isUpstreamReady } from "#app/server/upstream-ready.server";
import { traceOf } from "#log/log";
import { createHealth } from "./runtime/health";
import { createMetrics, type Metrics } from "./runtime/metrics";
import { serveMetrics } from "./runtime/metrics-server";
import { watchProcess } from "./runtime/process-metrics";
import { exitCleanly } from "./runtime/shutdown";
import { startFailure } from "./runtime/start-failure";
import { removeLeftFolders } from "./runtime/work-folder";
import { createAskedVersions } from "./server/asked-versions";
import { createAssets } from "./server/assets";
import { readServerConfig } from "./server/config";
import { createHttpServer } from "./server/http-server";
import { keepAssets } from "./server/kept-assets";
import { createLiveNotifications } from "./server/live-notifications";
import { createMemberPages } from "./server/member-pages";
import { createPageCache } from "./server/page-cache";
import { createReadLimits } from "./server/read-limits";
import { loadRemix } from "./server/remix-build";
import { createTraffic } from "./server/traffic";
import { createWebHandler } from "./server/web-handler";
import type { Upstream } from "./upstream/app";

const SECOND = 1000;
const BUILT = "build/client";

/** Everything that this process is made of is put together here; nowhere else knows all the parts. */
async function main(): Promise<void> {
  const config = readServerConfig(process.env);
  // Everything that makes links is told of one origin: the app, the upstream, this server.
  const variables = { ...process.env, PUBLIC_ORIGIN: config.publicOrigin };
  const settings = readAppEnv(variables);
  configureApp(settings);
  const metrics = createMetrics();
  const upstream = config.embedded ? await embed(variables, metrics) : null;
  // An upstream within this process sweeps by the clock.
  if (!upstream) void removeLeftFolders(tmpdir(), new Date());
  const server = createHttpServer();
  const remix = await loadRemix({ development: config.development, server, settings });
  const health = createHealth(() => (upstream ? upstream.ready() : isUpstreamReady(settings.upstreamUrl ?? "")));
  const versions = upstream ? () => upstream.versions : createAskedVersions(config.publicOrigin).probe;
  const cache = createPageCache({
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
  if (!remix.middleware) await shelve(config.assetsDir);
  const assets = remix.middleware ?? createAssets(BUILT, securityHeaders(config.secure), config.assetsDir);
  server.on(
    "request",
    createWebHandler({
      limits: createReadLimits(config.readRates),
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
    await serveMetrics(metrics, config.metrics);
  }
  server.once("error", (error) => {
    console.error(`${config.host}:${config.port}: ${error.message}`);
    process.exit(1);
  });
  server.listen(config.port, config.host, () => {
    const address = server.address();
    const port = typeof address === "object" && address ? address.port : config.port;
    console.log(`Shequ is ready: http://${config.host}:${port}`);
  });
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
}

/** Before anybody gets a page of this build: another process may be asked for the files. */
async function shelve(folder: string): Promise<void> {
  await keepAssets(BUILT, folder).catch((error: Error) => {
    noteServer("assets_not_kept", { folder, error: error.message });
  });
}

/** The upstream inside this process; an empty demo is filled before the first reader comes. */
async function embed(variables: Record<string, string | undefined>, metrics: Metrics): Promise<Upstream> {
  const { startUpstream } = await import("./upstream/start");
  return startUpstream(variables, metrics);
}

// A promise that somebody forgot must not end the process for all the others.
process.on("unhandledRejection", (reason) => noteServer("unhandled_rejection", { error: traceOf(reason) }));

main().catch((error: unknown) => {
  console.error(startFailure(error));
  process.exit(1);
});
