import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { NoteSecurity } from "#log/security-events";
import { createMetrics, type Metrics } from "#runtime/metrics";
import type { ReadLimits } from "#server/admission/read-limits";
import { assembleServer } from "#server/assemble";
import { readServerConfig, type ServerConfig } from "#server/config";
import type { Traffic } from "#server/figures/traffic";
import { createHttpServer, idleBehind } from "#server/http-server";
import type { MemberPages } from "#server/pages/member-pages";
import type { PageCache } from "#server/pages/page-cache";
import type { createAssets } from "#server/reply/assets";
import { ORIGIN, type World } from "#tests/world/world";

export type Served = {
  /** URL of the server, e.g. http://127.0.0.1:41234; PUBLIC_ORIGIN is not changed. */
  url: string;
  port: number;
  config: ServerConfig;
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

/** Serves a world with the web server's own assembly (`server/assemble.ts`), in this process on its own port. */
export async function serveWorld(world: Pick<World, "remix" | "upstream">, options: Options = {}): Promise<Served> {
  const { remote = false, asksVersions = false, lifetime, compareEvery, limits, onRender } = options;
  const { program, services } = world.upstream;
  const settings = { PUBLIC_ORIGIN: ORIGIN, DATA_DIR: services.config.dataDir };
  const config = { ...readServerConfig(settings), ...options.config };
  let renders = 0;
  const web = assembleServer({
    config,
    upstream: remote ? null : program,
    upstreamUrl: process.env.UPSTREAM_API_URL ?? null,
    async remix(request, context) {
      renders += 1;
      await onRender?.(request);
      return world.remix(request, context);
    },
    assets: options.assets ?? null,
    metrics: options.metrics ?? createMetrics(),
    noteSecurity: options.noteSecurity ?? services.noteSecurity,
    own: {
      ...(lifetime === undefined ? {} : { lifetimes: { probed: lifetime, unprobed: lifetime } }),
      ...(compareEvery ? { compareEvery } : {}),
      ...(limits ? { limits } : {}),
      ...(remote && !asksVersions ? { versions: () => null } : {}),
    },
  });
  const server = createHttpServer({ idle: idleBehind(config.trustProxy) });
  server.on("request", web.handler);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  return {
    url,
    port,
    config,
    cache: web.cache,
    traffic: web.traffic,
    memberPages: web.memberPages,
    server,
    renders: () => renders,
    get: (path, headers = {}) => fetch(url + path, { headers, redirect: "manual" }),
    async close() {
      web.leave();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await web.close();
    },
  };
}
