import { z } from "zod";
import { bucketUrl } from "#app/contract/bucket-url";
import { LOG_LEVELS, type LogLevel } from "#log/log";
import { ConfigError } from "./config-error";
import type { DatabaseConfig } from "./db/dialect";
import { POSTGRES_LIMITS, type PostgresLimits } from "./db/postgres";
import type { PayConfig } from "./services/create-pay";
import type { SmsConfig } from "./services/create-sms";
import type { OfficialAccountSetting, WechatConfig } from "./services/create-wechat";
import { PASSWORD_COST } from "./services/password/hash-password";
import { readPayAccount } from "./services/pay/read-pay-account";
import type { ObjectsConfig } from "./services/storage/create-object-store";
import { weaknessOf } from "./weak-secret";

const WORDS = { demo: "upstream/demo/words.txt", production: "upstream/services/moderation/words.txt" } as const;

const flag = z.enum(["0", "1", "true", "false"]).transform((value) => value === "1" || value === "true");

const url = z.url({ protocol: /^https?$/ });
const optionalUrl = z.union([z.literal(""), url]).default("");
const milliseconds = z.coerce.number().int().min(100).max(600_000);

const environment = z.object({
  APP_MODE: z.enum(["demo", "production"]).default("demo"),
  /** Empty: SQLite under DATA_DIR. `postgres://…`: PostgreSQL. */
  DATABASE_URL: z.string().default(""),
  /** Connections that this process takes of PostgreSQL, besides two for health and kept pages. */
  DATABASE_POOL_MAX: z.coerce.number().int().min(1).max(1000).default(POSTGRES_LIMITS.poolMax),
  /** Milliseconds; see `PostgresLimits`. */
  DATABASE_CONNECTION_TIMEOUT_MS: milliseconds.default(POSTGRES_LIMITS.connectionTimeout),
  DATABASE_STATEMENT_TIMEOUT_MS: milliseconds.default(POSTGRES_LIMITS.statementTimeout),
  DATABASE_LOCK_TIMEOUT_MS: milliseconds.default(POSTGRES_LIMITS.lockTimeout),
  DATABASE_IDLE_TRANSACTION_TIMEOUT_MS: milliseconds.default(POSTGRES_LIMITS.idleTransactionTimeout),
  DATA_DIR: z.string().default("./data"),
  /** Origin that browsers type; signed object URLs are made from it. */
  PUBLIC_ORIGIN: z.url({ protocol: /^https?$/ }).default("http://127.0.0.1:3000"),
  /** Signs object URLs and handles; demo mode makes one up and keeps it in DATA_DIR. */
  SECRET_KEY: z.string().default(""),
  LOG_LEVEL: z.enum(LOG_LEVELS).default("info"),
  /** Text file of sensitive words. Empty: some examples in the demo, a list without words in production. */
  SENSITIVE_WORDS_FILE: z.string().default(""),
  /** Secret by which the app proves itself to an upstream apart; see http/shared-secret.ts. */
  UPSTREAM_SHARED_SECRET: z.string().default(""),
  UPSTREAM_HOST: z.string().default("127.0.0.1"),
  UPSTREAM_PORT: z.coerce.number().int().min(0).max(65535).default(3100),
  S3_ENDPOINT: optionalUrl,
  S3_BUCKET: z.string().default(""),
  S3_REGION: z.string().default("us-east-1"),
  S3_ACCESS_KEY: z.string().default(""),
  S3_SECRET_KEY: z.string().default(""),
  /** The public address of the bucket, when it differs from the endpoint (a CNAME). */
  S3_PUBLIC_URL: optionalUrl,
  /** Empty: fake in the demo, off in production. */
  SMS_PROVIDER: z.enum(["fake", "aliyun", "tencent", "off"]).optional(),
  /** Address of the provider's API; its public one unless given. */
  SMS_ENDPOINT: url.optional(),
  SMS_ACCESS_KEY: z.string().default(""),
  SMS_SECRET_KEY: z.string().default(""),
  SMS_SIGN_NAME: z.string().default(""),
  SMS_TEMPLATE: z.string().default(""),
  SMS_APP_ID: z.string().default(""),
  SMS_REGION: z.string().default("ap-guangzhou"),
  /** Messages that the site sends in 24 hours at most. */
  SMS_DAILY_BUDGET: z.coerce.number().int().min(1).default(5000),
  /** Of the WeChat open platform's website application; empty: fake in the demo, no WeChat login in production. */
  WECHAT_APP_ID: z.string().default(""),
  WECHAT_APP_SECRET: z.string().default(""),
  WECHAT_OPEN_BASE: url.default("https://open.weixin.qq.com"),
  WECHAT_API_BASE: url.default("https://api.weixin.qq.com"),
  /** Of an official account (服务号): the JS-SDK, and who pays inside WeChat; empty: fake in the demo, off in production. */
  WECHAT_MP_APP_ID: z.string().default(""),
  WECHAT_MP_APP_SECRET: z.string().default(""),
  /** Of a merchant at WeChat Pay, bound to the official account; empty: fake in the demo, off in production. */
  WXPAY_MCH_ID: z.string().default(""),
  /** Serial number of the merchant's API certificate. */
  WXPAY_SERIAL: z.string().default(""),
  /** apiclient_key.pem: its path or what is in it. */
  WXPAY_PRIVATE_KEY: z.string().default(""),
  WXPAY_API_V3_KEY: z.string().default(""),
  /** pub_key.pem with its id, or platform certificates, or both while changing from one to the other. */
  WXPAY_PUBLIC_KEY: z.string().default(""),
  WXPAY_PUBLIC_KEY_ID: z.string().default(""),
  WXPAY_CERTIFICATE: z.string().default(""),
  WXPAY_BASE: url.default("https://api.mch.weixin.qq.com"),
  ALLOW_INSECURE_ORIGIN: flag.default(false),
});

export type UpstreamConfig = {
  mode: "demo" | "production";
  database: DatabaseConfig;
  dataDir: string;
  publicOrigin: string;
  secretKey: string;
  logLevel: LogLevel;
  sensitiveWordsFile: string;
  /** Empty: none, in the demo or in one process with the app. */
  sharedSecret: string;
  listen: { host: string; port: number };
  objects: ObjectsConfig;
  sms: SmsConfig;
  /** Messages a day. */
  smsDailyBudget: number;
  wechat: WechatConfig;
  officialAccount: OfficialAccountSetting;
  pay: PayConfig;
  /** log2 of what hashing a password costs; less in tests. */
  passwordCost: number;
  /** Answers are checked against the contract before they leave; costs time, so tests only. */
  checkAnswers: boolean;
};

/**
 * Turns environment variables into the upstream's configuration.
 * @throws ConfigError when a value is malformed or production mode lacks something.
 */
export function readUpstreamConfig(env: Record<string, string | undefined>): UpstreamConfig {
  // A variable that is set to nothing counts as not set.
  const parsed = environment.safeParse(Object.fromEntries(Object.entries(env).filter(([, value]) => value !== "")));
  if (!parsed.success) {
    throw new ConfigError(parsed.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`).join("\n"));
  }
  const e = parsed.data;
  const problems: string[] = [];
  if (e.APP_MODE === "production") {
    const weakness = weaknessOf(e.SECRET_KEY);
    if (weakness) problems.push(`SECRET_KEY: production needs ${weakness}`);
    if (!e.PUBLIC_ORIGIN.startsWith("https://") && !e.ALLOW_INSECURE_ORIGIN) {
      problems.push("PUBLIC_ORIGIN: production needs https (ALLOW_INSECURE_ORIGIN=1 lifts this for loopback tests)");
    }
  }
  if (e.UPSTREAM_SHARED_SECRET && e.UPSTREAM_SHARED_SECRET.length < 32) {
    problems.push("UPSTREAM_SHARED_SECRET: at least 32 characters");
  }
  if (e.DATABASE_URL && !/^postgres(ql)?:\/\//.test(e.DATABASE_URL)) {
    problems.push("DATABASE_URL: only postgres:// is understood; leave it empty for SQLite");
  }
  if (e.S3_ENDPOINT && !(e.S3_BUCKET && e.S3_ACCESS_KEY && e.S3_SECRET_KEY)) {
    problems.push("S3_ENDPOINT: needs S3_BUCKET, S3_ACCESS_KEY and S3_SECRET_KEY too");
  }
  mustBeSafe("S3_ENDPOINT", e.S3_ENDPOINT, e, problems);
  mustBeSafe("S3_PUBLIC_URL", e.S3_PUBLIC_URL, e, problems);
  const sms = smsOf(e, problems);
  const wechat = wechatOf(e, problems);
  const officialAccount = officialAccountOf(e, problems);
  const pay = payOf(e, problems);
  if (problems.length) throw new ConfigError(problems.join("\n"));
  return {
    mode: e.APP_MODE,
    database: e.DATABASE_URL
      ? { kind: "postgres", url: e.DATABASE_URL, limits: postgresLimitsOf(e) }
      : { kind: "sqlite", file: `${e.DATA_DIR}/shequ.db` },
    dataDir: e.DATA_DIR,
    publicOrigin: new URL(e.PUBLIC_ORIGIN).origin,
    secretKey: e.SECRET_KEY,
    logLevel: e.LOG_LEVEL,
    sensitiveWordsFile: e.SENSITIVE_WORDS_FILE || WORDS[e.APP_MODE],
    sharedSecret: e.UPSTREAM_SHARED_SECRET,
    listen: { host: e.UPSTREAM_HOST, port: e.UPSTREAM_PORT },
    objects: e.S3_ENDPOINT
      ? {
          kind: "s3",
          endpoint: e.S3_ENDPOINT,
          bucket: e.S3_BUCKET,
          region: e.S3_REGION,
          accessKey: e.S3_ACCESS_KEY,
          secretKey: e.S3_SECRET_KEY,
          publicUrl: e.S3_PUBLIC_URL || bucketUrl({ endpoint: e.S3_ENDPOINT, bucket: e.S3_BUCKET }),
        }
      : { kind: "local" },
    sms,
    smsDailyBudget: e.SMS_DAILY_BUDGET,
    wechat,
    officialAccount,
    pay,
    passwordCost: PASSWORD_COST,
    checkAnswers: false,
  };
}

type Environment = z.output<typeof environment>;

const postgresLimitsOf = (e: Environment): PostgresLimits => ({
  poolMax: e.DATABASE_POOL_MAX,
  connectionTimeout: e.DATABASE_CONNECTION_TIMEOUT_MS,
  statementTimeout: e.DATABASE_STATEMENT_TIMEOUT_MS,
  lockTimeout: e.DATABASE_LOCK_TIMEOUT_MS,
  idleTransactionTimeout: e.DATABASE_IDLE_TRANSACTION_TIMEOUT_MS,
});

function smsOf(e: Environment, problems: string[]): SmsConfig {
  const provider = e.SMS_PROVIDER ?? (e.APP_MODE === "demo" ? "fake" : "off");
  if (provider === "off") return { kind: "off" };
  if (provider === "fake") {
    if (e.APP_MODE === "production") problems.push("SMS_PROVIDER: the fake is for the demo; aliyun, tencent or off");
    return { kind: "fake" };
  }
  const needed = ["SMS_ACCESS_KEY", "SMS_SECRET_KEY", "SMS_SIGN_NAME", "SMS_TEMPLATE"] as const;
  for (const name of needed) if (!e[name]) problems.push(`${name}: ${provider} needs it`);
  if (provider === "tencent" && !e.SMS_APP_ID) problems.push("SMS_APP_ID: tencent needs it");
  mustBeSafe("SMS_ENDPOINT", e.SMS_ENDPOINT, e, problems);
  if (provider === "aliyun") {
    return {
      kind: "aliyun",
      endpoint: e.SMS_ENDPOINT ?? "https://dysmsapi.aliyuncs.com",
      accessKeyId: e.SMS_ACCESS_KEY,
      accessKeySecret: e.SMS_SECRET_KEY,
      signName: e.SMS_SIGN_NAME,
      templateCode: e.SMS_TEMPLATE,
    };
  }
  return {
    kind: "tencent",
    endpoint: e.SMS_ENDPOINT ?? "https://sms.tencentcloudapi.com",
    secretId: e.SMS_ACCESS_KEY,
    secretKey: e.SMS_SECRET_KEY,
    region: e.SMS_REGION,
    sdkAppId: e.SMS_APP_ID,
    signName: e.SMS_SIGN_NAME,
    templateId: e.SMS_TEMPLATE,
  };
}

function wechatOf(e: Environment, problems: string[]): WechatConfig {
  if (!e.WECHAT_APP_ID) return { kind: e.APP_MODE === "demo" ? "fake" : "off" };
  if (!e.WECHAT_APP_SECRET) problems.push("WECHAT_APP_SECRET: WECHAT_APP_ID needs it");
  mustBeSafe("WECHAT_OPEN_BASE", e.WECHAT_OPEN_BASE, e, problems);
  mustBeSafe("WECHAT_API_BASE", e.WECHAT_API_BASE, e, problems);
  return {
    kind: "wechat",
    appId: e.WECHAT_APP_ID,
    appSecret: e.WECHAT_APP_SECRET,
    openBase: e.WECHAT_OPEN_BASE,
    apiBase: e.WECHAT_API_BASE,
  };
}

function officialAccountOf(e: Environment, problems: string[]): OfficialAccountSetting {
  if (!e.WECHAT_MP_APP_ID) return { kind: e.APP_MODE === "demo" ? "fake" : "off" };
  if (!e.WECHAT_MP_APP_SECRET) problems.push("WECHAT_MP_APP_SECRET: WECHAT_MP_APP_ID needs it");
  mustBeSafe("WECHAT_OPEN_BASE", e.WECHAT_OPEN_BASE, e, problems);
  mustBeSafe("WECHAT_API_BASE", e.WECHAT_API_BASE, e, problems);
  return {
    kind: "wechat",
    appId: e.WECHAT_MP_APP_ID,
    appSecret: e.WECHAT_MP_APP_SECRET,
    openBase: e.WECHAT_OPEN_BASE,
    apiBase: e.WECHAT_API_BASE,
  };
}

function payOf(e: Environment, problems: string[]): PayConfig {
  if (!e.WXPAY_MCH_ID) return { kind: e.APP_MODE === "demo" ? "fake" : "off" };
  mustBeSafe("WXPAY_BASE", e.WXPAY_BASE, e, problems);
  const account = readPayAccount(e, problems);
  return account ? { kind: "wechat", account, base: e.WXPAY_BASE } : { kind: "off" };
}

/** Secrets and codes go there: over https, unless tests on loopback say otherwise. */
function mustBeSafe(name: string, address: string | undefined, e: Environment, problems: string[]): void {
  if (e.APP_MODE !== "production" || e.ALLOW_INSECURE_ORIGIN || !address || address.startsWith("https://")) return;
  problems.push(`${name}: production needs https`);
}
