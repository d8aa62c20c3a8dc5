import type { IncomingMessage, Server } from "node:http";
import type { AddressInfo } from "node:net";
import { isUpstreamReady } from "#app/server/gateway/upstream-ready.server";
import { securityHeaders } from "#app/server/headers/security-headers.server";
import { noteServer } from "#app/server/log.server";
import type { NoteSecurity } from "#log/security-events";
import { createHealth } from "#runtime/health";
import { createMetrics, type Metrics } from "#runtime/metrics";
import { PutOffError } from "#server/admission/admission";
import { createReadLimits, type ReadLimits } from "#server/admission/read-limits";
import { readServerConfig, type ServerConfig } from "#server/config";
import { createTraffic, type Traffic } from "#server/figures/traffic";
import { createHttpServer } from "#server/http-server";
import { createLiveNotifications } from "#server/live-notifications";
import { createAskedVersions } from "#server/pages/asked-versions";
import { createMemberPages, type MemberPages } from "#server/pages/member-pages";
import { createPageCache, type PageCache } from "#server/pages/page-cache";
import { createAssets } from "#server/reply/assets";
import { createWebHandler } from "#server/web-handler";
import { ORIGIN, type World } from "#tests/world";

export type Served = {
  /** URL of the server, e.g. http://127.0.0.1:41234; PUBLIC_ORIGIN is not changed. */
  url: string;
  port: number;
  cache: PageCache;
  traffic: Traffic;
  memberPages: MemberPages | null;
  server: Server;
  /** Number of pages rendered so far. */
  renders(): number;
  get(path: string, headers?: Record<string, string>): Promise<Response>;
  close(): Promise<void>;
};

type Options = {
  config?: Partial<ServerConfig>;
  /** The app uses the upstream of UPSTREAM_API_URL: nothing is embedded and versions are unknown. */
  remote?: boolean;
  /** … except that versions are requested. */
  asksVersions?: boolean;
  /** Milliseconds for which cached pages are valid. */
  lifetime?: number;
  maxBytes?: number;
  /** One in this many members' pages from templates is compared with a rendered one. */
  compareEvery?: number;
  /** Receives security events. */
  noteSecurity?: NoteSecurity;
  limits?: ReadLimits;
  metrics?: Metrics;
  /** Called with every request to the app, before it is answered. */
  onRender?: (request: Request) => void | Promise<void>;
  /** Serves built files instead of those of the build. */
  assets?: ReturnType<typeof createAssets>;
};

/** Assembles the web server like `server/serve.ts`, in this process on its own port. */
export async function serveWorld(world: Pick<World, "remix" | "test">, options: Options = {}): Promise<Served> {
  const { remote = false, onRender } = options;
  const { upstream } = world.test;
  const config = { ...readServerConfig({ PUBLIC_ORIGIN: ORIGIN }), ...options.config };
  const asked = options.asksVersions ? createAskedVersions(config.publicOrigin).probe : () => null;
  const versions = remote ? asked : () => upstream.versions;
  const cache = createPageCache({
    isRefusal: (error) => error instanceof PutOffError,
    maxBytes: options.maxBytes ?? config.pageCacheBytes,
    probe: versions,
    lifetime: options.lifetime ?? 60_000,
    lifetimeUnprobed: options.lifetime ?? 5_000,
  });
  const health = createHealth(() => (remote ? isUpstreamReady(process.env.UPSTREAM_API_URL ?? "") : upstream.ready()));
  const live = createLiveNotifications({
    upstream: remote ? null : upstream,
    versions,
    publicOrigin: config.publicOrigin,
  });
  const traffic = createTraffic({ upstream: remote ? null : upstream, publicOrigin: config.publicOrigin });
  const memberPages =
    remote || config.memberPagesBytes === 0
      ? null
      : createMemberPages({
          upstream,
          probe: upstream.versions,
          maxBytes: config.memberPagesBytes,
          note: noteServer,
          ...(options.compareEvery ? { compareEvery: options.compareEvery } : {}),
        });
  let renders = 0;
  const handler = createWebHandler({
    config,
    limits: options.limits ?? createReadLimits(config.readRates),
    metrics: options.metrics ?? createMetrics(),
    upstream: remote ? null : upstream,
    cache,
    memberPages,
    health,
    live,
    traffic,
    noteSecurity: options.noteSecurity ?? world.test.services.noteSecurity,
    assets: options.assets ?? createAssets("build/client", securityHeaders(config.secure)),
    async remix(request, context) {
      renders += 1;
      await onRender?.(request);
      return world.remix(request, context);
    },
  });
  const server = createHttpServer();
  server.on("request", (request: IncomingMessage, response) => handler(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  return {
    url,
    port,
    cache,
    traffic,
    memberPages,
    server,
    renders: () => renders,
    get: (path, headers = {}) => fetch(url + path, { headers, redirect: "manual" }),
    async close() {
      live.leave();
      await traffic.leave();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
