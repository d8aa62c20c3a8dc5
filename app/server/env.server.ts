import { z } from "zod";
import { bucketUrl } from "#app/contract/files/bucket-url";
import { LOG_LEVELS, type LogLevel } from "#log/log";
import { ConfigError } from "#runtime/config-error";
import { parseSettings } from "#runtime/parse-settings";
import { problemOfPublicDemo } from "#runtime/public-demo";
import { publicOriginSetting } from "#runtime/public-origin";
import { DEMO_SALT } from "#runtime/short-ids";
import { problemOfUnreadFile } from "#runtime/unread-env-file";

const environment = z.object({
  NODE_ENV: z.string().default("production"),
  APP_MODE: z.enum(["demo", "production"]).default("demo"),
  LOG_LEVEL: z.enum(LOG_LEVELS).default("info"),
  PUBLIC_ORIGIN: publicOriginSetting.default("http://127.0.0.1:3000"),
  /** Base URL of the upstream; empty if it is embedded. */
  UPSTREAM_API_URL: z.url({ protocol: /^https?$/ }).default(""),
  /** Secret that authenticates the app to a separate upstream; sent with every call if set. */
  UPSTREAM_SHARED_SECRET: z.string().default(""),
  /** Milliseconds that a page waits for all its upstream calls together. */
  UPSTREAM_TIMEOUT_MS: z.coerce.number().int().min(1).max(600_000).default(10_000),
  /** Production needs its own; the demo's is public. */
  HASHID_SALT: z.string().default(""),
  /** Number of proxies in front; that many addresses from the right of X-Forwarded-For are trusted. */
  TRUST_PROXY: z.coerce.number().int().min(0).max(10).default(0),
  /** A public icon service for icons that are not ours; disabled if empty. */
  ICON_FALLBACK_URL: z.url({ protocol: /^https?$/ }).default(""),
  /** Comma-separated hosts, besides our own `/oss/`, whose pictures support `x-oss-process`. */
  OBJECT_HOSTS: z.string().default(""),
  /** URL of the bucket for browsers; the upstream reads these as well. */
  S3_ENDPOINT: z.url({ protocol: /^https?$/ }).default(""),
  S3_BUCKET: z.string().default(""),
  S3_PUBLIC_URL: z.url({ protocol: /^https?$/ }).default(""),
  /** Used for WeChat's page that the login form shows in a frame; the upstream reads both as well. */
  WECHAT_APP_ID: z.string().default(""),
  WECHAT_OPEN_BASE: z.url({ protocol: /^https?$/ }).default("https://open.weixin.qq.com"),
  /** Policy of robots.txt for AI crawlers. */
  AI_CRAWLERS: z.enum(["all", "search", "none"]).default("all"),
  /** IndexNow key, which is published as a file; the upstream reads it as well. */
  INDEXNOW_KEY: z.string().default(""),
  /** Whether browsers store pages for reading offline. */
  OFFLINE_READING: z.enum(["on", "off"]).default("on"),
  /** Allows production over plain http, for tests on loopback. */
  ALLOW_INSECURE_ORIGIN: z.enum(["0", "1", "true", "false"]).default("0"),
});

/** Policy for AI crawlers: allow all, ask those that gather training data to stay away, or ask all to stay away. */
export type AiPolicy = z.output<typeof environment>["AI_CRAWLERS"];

/** Settings of the app, from the environment or from the program that starts it. */
export type AppEnv = {
  development: boolean;
  mode: "demo" | "production";
  logLevel: LogLevel;
  publicOrigin: string;
  secure: boolean;
  /** Base URL of a separate upstream, without a slash at its end. */
  upstreamUrl: string | null;
  upstreamSecret: string | null;
  upstreamTimeout: number;
  trustProxy: number;
  hashidSalt: string;
  iconFallbackUrl: string | null;
  objectHosts: string[];
  /** Origins, besides our own, from which browsers read files and to which they upload them. */
  objectOrigins: string[];
  aiCrawlers: AiPolicy;
  /** IndexNow key of the site; null if none. */
  indexNowKey: string | null;
  offlineReading: boolean;
  /** Origin of WeChat's login page; null if there is only the demo's own. */
  wechatOrigin: string | null;
  /** Origin of WeChat's authorization pages, independent of the configuration. */
  wechatPages: string;
};

/** The empty salt, and those used in examples. */
const KNOWN_SALTS = new Set(["", DEMO_SALT, "salt", "changeme", "change-me", "HASHID_SALT", "…", "..."]);

let known: AppEnv | undefined;

/**
 * Sets the app's settings in the bundle that calls it: the web server and Remix's build each have their own copy. If
 * nobody calls it, as under another server, the environment is read.
 */
export function configureApp(settings: AppEnv): void {
  known = settings;
}

/** The app's settings. @throws ConfigError if they come from the environment and are malformed */
export function env(): AppEnv {
  known ??= readAppEnv(process.env);
  return known;
}

/** Parses environment variables into the app's settings. @throws ConfigError */
export function readAppEnv(variables: Record<string, string | undefined>): AppEnv {
  const e = parseSettings(environment, variables);
  const insecure = e.PUBLIC_ORIGIN.startsWith("http://") && !/^(?:1|true)$/.test(e.ALLOW_INSECURE_ORIGIN);
  const unread = problemOfUnreadFile(variables);
  if (unread) throw new ConfigError(unread);
  const problems: string[] = [];
  const publicDemo = problemOfPublicDemo(variables);
  if (publicDemo) problems.push(publicDemo);
  if (e.APP_MODE === "production") {
    if (insecure) {
      problems.push("PUBLIC_ORIGIN: 正式的站要用 https（只在本机试验时，可以设置 ALLOW_INSECURE_ORIGIN=1）");
    }
    if (KNOWN_SALTS.has(e.HASHID_SALT)) {
      problems.push("HASHID_SALT: 正式的站要有自己的一段文字，而且永远不改：所有文章和问题的网址由它算出");
    }
    if (e.ICON_FALLBACK_URL.startsWith("http://")) problems.push("ICON_FALLBACK_URL: 正式的站要用 https");
  }
  const objectHosts = e.OBJECT_HOSTS.split(",")
    .map((host) => host.trim())
    .filter(Boolean);
  // They become part of the content security policy of every page.
  if (!objectHosts.every((host) => /^[a-z\d]([a-z\d.-]*[a-z\d])?(:\d+)?$/i.test(host))) {
    problems.push("OBJECT_HOSTS: 要写域名，用英文逗号隔开，如 img.example.com");
  }
  if (problems.length > 0) throw new ConfigError(problems.join("\n"));
  const buckets = [
    ...(e.S3_ENDPOINT ? [bucketUrl({ endpoint: e.S3_ENDPOINT, bucket: e.S3_BUCKET })] : []),
    ...(e.S3_PUBLIC_URL ? [e.S3_PUBLIC_URL] : []),
  ];
  return {
    development: e.NODE_ENV === "development",
    mode: e.APP_MODE,
    logLevel: e.LOG_LEVEL,
    publicOrigin: new URL(e.PUBLIC_ORIGIN).origin,
    secure: e.PUBLIC_ORIGIN.startsWith("https://"),
    upstreamUrl: e.UPSTREAM_API_URL.replace(/\/+$/, "") || null,
    upstreamSecret: e.UPSTREAM_SHARED_SECRET || null,
    upstreamTimeout: e.UPSTREAM_TIMEOUT_MS,
    trustProxy: e.TRUST_PROXY,
    hashidSalt: e.HASHID_SALT || DEMO_SALT,
    iconFallbackUrl: e.ICON_FALLBACK_URL || null,
    objectHosts,
    objectOrigins: [
      ...new Set([...objectHosts.map((host) => `https://${host}`), ...buckets.map((bucket) => new URL(bucket).origin)]),
    ],
    aiCrawlers: e.AI_CRAWLERS,
    indexNowKey: e.INDEXNOW_KEY || null,
    offlineReading: e.OFFLINE_READING === "on",
    wechatOrigin: e.WECHAT_APP_ID ? new URL(e.WECHAT_OPEN_BASE).origin : null,
    wechatPages: new URL(e.WECHAT_OPEN_BASE).origin,
  };
}
