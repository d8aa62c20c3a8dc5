import { availableParallelism } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import { ConfigError } from "#runtime/config-error";
import { parseSettings } from "#runtime/parse-settings";
import { pathSetting } from "#runtime/path-setting";
import { publicOriginSetting } from "#runtime/public-origin";
import { isSameListener } from "#runtime/same-listener";
import { deriveKey } from "#upstream/services/keys/derive-key";
import type { ReadRates } from "./admission/read-limits";

/** Upper limit for `auto`, whatever the number of cores: each process takes the memory of a server. */
const WORKERS_AUTO_MAX = 4;
/** A terabyte: more is a slip. */
const MEMORY_MB_MAX = 1024 * 1024;

const environment = z.object({
  NODE_ENV: z.string().default("production"),
  APP_MODE: z.enum(["demo", "production"]).default("demo"),
  HOST: z.string().default("127.0.0.1"),
  PORT: z.coerce.number().int().min(0).max(65535).default(3000),
  /** Public origin; defaults to this host and PORT. */
  PUBLIC_ORIGIN: publicOriginSetting.optional(),
  /** Number of worker processes on the one port. See supervisor.ts. */
  WORKERS: z
    .string()
    .regex(/^(?:auto|[1-9]|[1-5]\d|6[0-4])$/, "写一个 1 到 64 的整数，或 auto（每个处理器核心一个，最多 4 个）")
    .default("1"),
  UPSTREAM_API_URL: z.string().default(""),
  /** Number of proxies in front; that many addresses from the right of X-Forwarded-For are trusted. */
  TRUST_PROXY: z.coerce.number().int().min(0).max(10).default(0),
  /**
   * Pages, searches and image conversions per minute, for each address and for each member; 0: unlimited. See
   * read-limits.ts.
   */
  PAGES_PER_MINUTE: z.coerce.number().int().min(0).default(1200),
  SEARCHES_PER_MINUTE: z.coerce.number().int().min(0).default(120),
  PICTURES_PER_MINUTE: z.coerce.number().int().min(0).default(6000),
  /** Pages per minute for each proved crawler, over all its addresses. */
  CRAWLER_PAGES_PER_MINUTE: z.coerce.number().int().min(0).default(600),
  /** Milliseconds of queueing from which on strangers are asked for a toll; 0: never. See pressure.ts. */
  PRESSURE_WAIT_MS: z.coerce.number().int().min(0).default(1000),
  /** Pages per minute, under pressure, for an address whose strangers did no work. */
  UNPAID_PAGES_PER_MINUTE: z.coerce.number().int().min(1).default(10),
  /** Pages that one solved work pays for. */
  PAGES_PER_WORK: z.coerce.number().int().min(1).default(60),
  /**
   * Secret of the upstream, shared by several processes; with a separate upstream UPSTREAM_SHARED_SECRET takes its
   * place.
   */
  SECRET_KEY: z.string().default(""),
  UPSTREAM_SHARED_SECRET: z.string().default(""),
  /** Folder with the built files of all builds behind one address; within DATA_DIR by default. */
  ASSETS_DIR: pathSetting.optional(),
  DATA_DIR: pathSetting.default("./data"),
  /** Megabytes of memory for cached anonymous pages; 0 disables the page cache. */
  PAGE_CACHE_MB: z.coerce.number().min(0).max(MEMORY_MB_MAX).default(64),
  /** Megabytes of memory for templates of members' pages; 0 disables them. See member-pages.ts. */
  MEMBER_PAGES_MB: z.coerce.number().min(0).max(MEMORY_MB_MAX).default(32),
  /** Maximum number of queued renders; further requests are told to come back later. */
  PAGES_WAITING_MAX: z.coerce.number().int().min(1).default(500),
  /** Address of the metrics endpoint; without a port there is none. */
  METRICS_HOST: z.string().default("127.0.0.1"),
  METRICS_PORT: z.coerce.number().int().min(1).max(65535).optional(),
  /** Whether to log every request. */
  ACCESS_LOG: z.enum(["0", "1"]).default("0"),
  /** Milliseconds from which on a request is logged as slow. */
  SLOW_REQUEST_MS: z.coerce.number().int().min(1).default(1000),
});

/** Settings of the web server. */
export type ServerConfig = {
  development: boolean;
  host: string;
  port: number;
  /** Number of worker processes; if more than one, this process may be one of them or their supervisor. */
  workers: number;
  publicOrigin: string;
  secure: boolean;
  embedded: boolean;
  trustProxy: number;
  pageCacheBytes: number;
  memberPagesBytes: number;
  readRates: ReadRates;
  /** Milliseconds that a stranger may wait for a page before tolls are asked for; 0: never. */
  strangersWaitMax: number;
  /** Key that signs tolls; null: each process makes its own. */
  tollKey: Buffer | null;
  assetsDir: string;
  pagesWaitingMax: number;
  /** Address of the metrics endpoint; null for none. */
  metrics: { host: string; port: number } | null;
  accessLog: boolean;
  /** Milliseconds from which on a request is logged as slow. */
  slowRequest: number;
};

/**
 * Reads the web server's settings; an empty variable counts as unset.
 * @throws ConfigError
 */
export function readServerConfig(env: Record<string, string | undefined>): ServerConfig {
  const e = parseSettings(environment, env);
  const secret = e.SECRET_KEY || e.UPSTREAM_SHARED_SECRET;
  const development = e.NODE_ENV === "development";
  const workers = development ? 1 : workersOf(e.WORKERS);
  if (workers > 1) {
    const problem = problemOfSeveral(e.APP_MODE, secret);
    if (problem) throw new ConfigError(`WORKERS: ${problem}`);
  }
  const metrics = e.METRICS_PORT ? { host: e.METRICS_HOST, port: e.METRICS_PORT } : null;
  if (metrics && isSameListener(metrics, { host: e.HOST, port: e.PORT }))
    throw new ConfigError(`METRICS_PORT: 与 PORT 都是 ${e.PORT}，请换一个`);
  const publicOrigin = new URL(e.PUBLIC_ORIGIN ?? `http://127.0.0.1:${e.PORT}`).origin;
  return {
    development,
    host: e.HOST,
    port: e.PORT,
    workers,
    publicOrigin,
    secure: publicOrigin.startsWith("https://"),
    embedded: e.UPSTREAM_API_URL === "",
    trustProxy: e.TRUST_PROXY,
    pageCacheBytes: e.PAGE_CACHE_MB * 1024 * 1024,
    memberPagesBytes: e.MEMBER_PAGES_MB * 1024 * 1024,
    readRates: {
      page: e.PAGES_PER_MINUTE,
      search: e.SEARCHES_PER_MINUTE,
      picture: e.PICTURES_PER_MINUTE,
      crawler: e.CRAWLER_PAGES_PER_MINUTE,
      unpaid: e.UNPAID_PAGES_PER_MINUTE,
      toll: e.PAGES_PER_WORK,
    },
    strangersWaitMax: e.PRESSURE_WAIT_MS,
    tollKey: secret ? deriveKey(secret, "toll") : null,
    assetsDir: e.ASSETS_DIR ?? join(e.DATA_DIR, "assets"),
    pagesWaitingMax: e.PAGES_WAITING_MAX,
    metrics,
    accessLog: e.ACCESS_LOG === "1",
    slowRequest: e.SLOW_REQUEST_MS,
  };
}

const workersOf = (value: string): number =>
  value === "auto" ? Math.min(availableParallelism(), WORKERS_AUTO_MAX) : Number(value);

/** Reason why these settings don't allow several processes; null if they do. */
function problemOfSeveral(mode: "demo" | "production", secret: string): string | null {
  if (mode === "demo") return "演示只能用一个进程（WORKERS=1）：它的短信、微信和支付都在一个进程的内存里";
  if (!secret) return "几个进程要有同一个 SECRET_KEY，或 UPSTREAM_SHARED_SECRET";
  return null;
}
