import { z } from "zod";

const environment = z.object({
  NODE_ENV: z.string().default("production"),
  APP_MODE: z.enum(["demo", "production"]).default("demo"),
  PUBLIC_ORIGIN: z.url({ protocol: /^https?$/ }).default("http://127.0.0.1:3000"),
  /** Where the upstream answers; empty when it is embedded. */
  UPSTREAM_API_URL: z.union([z.literal(""), z.url({ protocol: /^https?$/ })]).default(""),
  /** What an upstream that is another program knows the app by; sent with every call where it is set. */
  UPSTREAM_SHARED_SECRET: z.string().default(""),
  /** Milliseconds that a page waits for the upstream in all. */
  UPSTREAM_TIMEOUT_MS: z.coerce.number().int().min(1).default(10_000),
  HASHID_SALT: z.string().min(1).default("shequ"),
  /** How many proxies stand in front; so many addresses from the right of X-Forwarded-For are ours. */
  TRUST_PROXY: z.coerce.number().int().min(0).max(10).default(0),
  /** A public icon service for icons that are not ours; off when empty. */
  ICON_FALLBACK_URL: z.union([z.literal(""), z.url({ protocol: /^https?$/ })]).default(""),
  /** Hosts (comma-separated) whose pictures understand `x-oss-process`, beside our own `/oss/`. */
  OBJECT_HOSTS: z.string().default(""),
  /** Where WeChat's page is, which the login form shows in a frame; the upstream reads both as well. */
  WECHAT_APP_ID: z.string().default(""),
  WECHAT_OPEN_BASE: z.url({ protocol: /^https?$/ }).default("https://open.weixin.qq.com"),
  /** Production on plain http, for tests on loopback. */
  ALLOW_INSECURE_ORIGIN: z.enum(["0", "1", "true", "false"]).default("0"),
});

export type AppEnv = {
  development: boolean;
  mode: "demo" | "production";
  publicOrigin: string;
  secure: boolean;
  upstreamUrl: string | null;
  upstreamSecret: string | null;
  upstreamTimeout: number;
  trustProxy: number;
  hashidSalt: string;
  iconFallbackUrl: string | null;
  objectHosts: string[];
  /** The origin of WeChat's page; null when there is none but the demo's own. */
  wechatOrigin: string | null;
};

let known: AppEnv | undefined;

/** The app's settings, read once. @throws ConfigError */
export function env(): AppEnv {
  known ??= readAppEnv(process.env);
  return known;
}

/** Turns environment variables into the app's settings. @throws ConfigError */
export function readAppEnv(variables: Record<string, string | undefined>): AppEnv {
  const e = parseEnvironment(environment, variables);
  const insecure = e.PUBLIC_ORIGIN.startsWith("http://") && !/^(?:1|true)$/.test(e.ALLOW_INSECURE_ORIGIN);
  if (e.APP_MODE === "production" && insecure) {
    throw new ConfigError(
      "PUBLIC_ORIGIN: production needs https (ALLOW_INSECURE_ORIGIN=1 lifts this for loopback tests)",
    );
  }
  return {
    development: e.NODE_ENV === "development",
    mode: e.APP_MODE,
    publicOrigin: new URL(e.PUBLIC_ORIGIN).origin,
    secure: e.PUBLIC_ORIGIN.startsWith("https://"),
    upstreamUrl: e.UPSTREAM_API_URL || null,
    upstreamSecret: e.UPSTREAM_SHARED_SECRET || null,
    upstreamTimeout: e.UPSTREAM_TIMEOUT_MS,
    trustProxy: e.TRUST_PROXY,
    hashidSalt: e.HASHID_SALT,
    iconFallbackUrl: e.ICON_FALLBACK_URL || null,
    objectHosts: e.OBJECT_HOSTS.split(",")
      .map((host) => host.trim())
      .filter(Boolean),
    wechatOrigin: e.WECHAT_APP_ID ? new URL(e.WECHAT_OPEN_BASE).origin : null,
  };
}

/** Thrown when variables are malformed; `message` lists every problem, one a line. */
export class ConfigError extends Error {
  override name = "ConfigError";
}

/** Parses environment variables; one that is set to nothing counts as not set. @throws ConfigError */
export function parseEnvironment<S extends z.ZodType>(
  schema: S,
  variables: Record<string, string | undefined>,
): z.output<S> {
  const parsed = schema.safeParse(Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== "")));
  if (parsed.success) return parsed.data;
  throw new ConfigError(parsed.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`).join("\n"));
}
