import type { IncomingMessage, ServerResponse } from "node:http";
import { isUpstreamReady } from "#app/server/gateway/upstream-ready.server";
import { securityHeaders } from "#app/server/headers/security-headers.server";
import { noteServer } from "#app/server/log.server";
import type { NoteSecurity } from "#log/security-events";
import { createHealth } from "#runtime/health";
import type { Metrics } from "#runtime/metrics";
import { SECOND } from "#runtime/time-units";
import type { Upstream } from "#upstream/app";
import { PutOffError } from "./admission/admission";
import { createReadLimits, type ReadLimits } from "./admission/read-limits";
import type { AppHandler } from "./app-handler";
import type { ServerConfig } from "./config";
import { createTraffic } from "./figures/traffic";
import { createLiveNotifications } from "./live-notifications";
import { createAskedVersions } from "./pages/asked-versions";
import { createMemberPages } from "./pages/member-pages";
import { createPageCache } from "./pages/page-cache";
import type { VersionProbe } from "./pages/version-probe";
import { createAssets } from "./reply/assets";
import { createWebHandler } from "./web-handler";

/** Folder with the built files. */
export const BUILT = "build/client";

/** Milliseconds that cached pages are valid, and that they are while the versions of their data are unknown. */
const LIFETIMES = { probed: 60 * SECOND, unprobed: 5 * SECOND };

type Parts = {
  config: ServerConfig;
  /** The embedded upstream; null for a separate one. */
  upstream: Pick<Upstream, "fetch" | "call" | "versions" | "ready"> | null;
  /** URL of a separate upstream. */
  upstreamUrl: string | null;
  remix: AppHandler;
  /** Serves the files of a development build; by default those of the build, and of other builds behind the same address. */
  assets?: ((request: IncomingMessage, response: ServerResponse, next: () => void) => void) | null;
  metrics: Metrics;
  noteSecurity: NoteSecurity;
  /** Replacements, for tests. */
  own?: {
    lifetimes?: typeof LIFETIMES;
    /** One in so many members' pages from templates is compared with a rendered one. */
    compareEvery?: number;
    limits?: ReadLimits;
    /** Version probe; null while the upstream is not known to expose versions. */
    versions?: () => VersionProbe | null;
  };
};

/** Assembles what answers the requests of one process, and passes each part its settings; for `serve.ts`, and for tests. */
export function assembleServer({
  config,
  upstream,
  upstreamUrl,
  remix,
  assets,
  metrics,
  noteSecurity,
  own = {},
}: Parts) {
  const { publicOrigin, development } = config;
  const { lifetimes = LIFETIMES, limits = createReadLimits(config.readRates) } = own;
  const asked = upstream ? () => upstream.versions : createAskedVersions(publicOrigin).probe;
  const versions = own.versions ?? asked;
  const health = createHealth(() => (upstream ? upstream.ready() : isUpstreamReady(upstreamUrl ?? "")));
  const live = createLiveNotifications({ upstream, versions, publicOrigin });
  const traffic = createTraffic({ upstream, publicOrigin });
  const cache = createPageCache({
    isRefusal: (error) => error instanceof PutOffError,
    maxBytes: development ? 0 : config.pageCacheBytes,
    probe: versions,
    lifetime: lifetimes.probed,
    lifetimeUnprobed: lifetimes.unprobed,
  });
  const memberPages =
    upstream && config.memberPagesBytes > 0 && !development
      ? createMemberPages({
          upstream,
          probe: upstream.versions,
          maxBytes: config.memberPagesBytes,
          note: noteServer,
          compareEvery: own.compareEvery,
        })
      : null;
  const handler = createWebHandler({
    config,
    remix,
    upstream,
    cache,
    memberPages,
    assets: assets ?? createAssets(BUILT, securityHeaders(config.secure), config.assetsDir),
    health,
    limits,
    live,
    traffic,
    noteSecurity,
    metrics,
  });
  return {
    handler,
    cache,
    memberPages,
    traffic,
    limits,
    /** From now on this process is not ready, and no tab listens for notifications. */
    leave(): void {
      health.leave();
      live.leave();
    },
    /** Reports the last figures; for when all requests are answered. */
    close: (): Promise<void> => traffic.leave(),
  };
}
