import { z } from "zod";
import { LOG_LEVELS } from "#log/log";
import { parseSettings } from "#runtime/parse-settings";
import { pathSetting } from "#runtime/path-setting";
import { publicOriginSetting } from "#runtime/public-origin";
import { POSTGRES_LIMITS } from "#upstream/db/postgres";

const flag = z.enum(["0", "1", "true", "false"]).transform((value) => value === "1" || value === "true");

const url = z.url({ protocol: /^https?$/ });
const optionalUrl = url.default("");
const milliseconds = z.coerce.number().int().min(100).max(600_000);

const environment = z.object({
  APP_MODE: z.enum(["demo", "production"]).default("demo"),
  /** Database: empty for SQLite under DATA_DIR, `postgres://…` for PostgreSQL. */
  DATABASE_URL: z.string().default(""),
  /** Maximum PostgreSQL connections of this process, besides two for health and cached pages. */
  DATABASE_POOL_MAX: z.coerce.number().int().min(1).max(1000).default(POSTGRES_LIMITS.poolMax),
  /** Milliseconds; see `PostgresLimits`. */
  DATABASE_CONNECTION_TIMEOUT_MS: milliseconds.default(POSTGRES_LIMITS.connectionTimeout),
  DATABASE_STATEMENT_TIMEOUT_MS: milliseconds.default(POSTGRES_LIMITS.statementTimeout),
  DATABASE_LOCK_TIMEOUT_MS: milliseconds.default(POSTGRES_LIMITS.lockTimeout),
  DATABASE_IDLE_TRANSACTION_TIMEOUT_MS: milliseconds.default(POSTGRES_LIMITS.idleTransactionTimeout),
  DATA_DIR: pathSetting.default("./data"),
  /** Folder for backups; empty, and no bucket: no backups. */
  BACKUP_DIR: pathSetting.default(""),
  /** Bucket for backups instead of a folder. */
  BACKUP_S3_ENDPOINT: optionalUrl,
  BACKUP_S3_BUCKET: z.string().default(""),
  BACKUP_S3_REGION: z.string().default("us-east-1"),
  BACKUP_S3_ACCESS_KEY: z.string().default(""),
  BACKUP_S3_SECRET_KEY: z.string().default(""),
  /** Number of hourly, daily and weekly backups to keep. */
  BACKUPS_KEPT: z
    .string()
    .regex(/^[1-9]\d{0,3},\d{1,4},\d{1,4}$/, "要写成“小时数,天数,周数”，如 24,14,8")
    .default("24,14,8"),
  /** Encrypts backups; without it they can't be restored. */
  BACKUP_KEY: z.string().default(""),
  /** Public origin, from which signed object URLs are built. */
  PUBLIC_ORIGIN: publicOriginSetting.default("http://127.0.0.1:3000"),
  /** Signs object URLs and handles; the demo generates one and stores it in DATA_DIR. */
  SECRET_KEY: z.string().default(""),
  LOG_LEVEL: z.enum(LOG_LEVELS).default("info"),
  /** Text file of sensitive words. Empty: some examples in the demo, no words in production. */
  SENSITIVE_WORDS_FILE: pathSetting.default(""),
  /** Secret that authenticates the app to a separate upstream; see http/shared-secret.ts. */
  UPSTREAM_SHARED_SECRET: z.string().default(""),
  UPSTREAM_HOST: z.string().default("127.0.0.1"),
  UPSTREAM_PORT: z.coerce.number().int().min(0).max(65535).default(3100),
  METRICS_HOST: z.string().default("127.0.0.1"),
  UPSTREAM_METRICS_PORT: z.coerce.number().int().min(1).max(65535).optional(),
  SLOW_STATEMENT_MS: z.coerce.number().int().min(1).default(500),
  S3_ENDPOINT: optionalUrl,
  S3_BUCKET: z.string().default(""),
  S3_REGION: z.string().default("us-east-1"),
  S3_ACCESS_KEY: z.string().default(""),
  S3_SECRET_KEY: z.string().default(""),
  /** Public URL of the bucket, if it differs from the endpoint (a CNAME). */
  S3_PUBLIC_URL: optionalUrl,
  /** SMS provider; empty: fake in the demo, off in production. */
  SMS_PROVIDER: z.enum(["fake", "aliyun", "tencent", "off"]).optional(),
  /** URL of the provider's API; its public one by default. */
  SMS_ENDPOINT: url.optional(),
  SMS_ACCESS_KEY: z.string().default(""),
  SMS_SECRET_KEY: z.string().default(""),
  SMS_SIGN_NAME: z.string().default(""),
  SMS_TEMPLATE: z.string().default(""),
  SMS_APP_ID: z.string().default(""),
  SMS_REGION: z.string().default("ap-guangzhou"),
  /** Maximum number of SMS per 24 hours. */
  SMS_DAILY_BUDGET: z.coerce.number().int().min(1).default(5000),
  /** Price of an SMS in fen, for statistics; 0: unknown. */
  SMS_PRICE: z.coerce.number().min(0).max(1000).default(0),
  /** Mail server: `smtps://user:password@host:465`, or `smtp://…:587` with STARTTLS; or each by itself. Empty: fake in the demo, no mail in production. */
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: "要写成 smtps://用户名:密码@服务器:465，或 smtp://…:587" })
    .default(""),
  SMTP_HOST: z.string().default(""),
  /** 465: TLS from the first byte; any other: STARTTLS. */
  SMTP_PORT: z.coerce.number().int().min(1).max(65535).default(465),
  SMTP_USER: z.string().default(""),
  SMTP_PASSWORD: z.string().default(""),
  /** Sender of letters: `notice@example.com`, or `社区 <notice@example.com>`. */
  SMTP_FROM: z.string().default(""),
  /** Address for bounced mail, `bounces@example.com`; empty: the sender, which we don't read. */
  MAIL_BOUNCES: z.string().default(""),
  /** Website application of the WeChat open platform; empty: fake in the demo, no WeChat login in production. */
  WECHAT_APP_ID: z.string().default(""),
  WECHAT_APP_SECRET: z.string().default(""),
  WECHAT_OPEN_BASE: url.default("https://open.weixin.qq.com"),
  WECHAT_API_BASE: url.default("https://api.weixin.qq.com"),
  /** Official account (服务号) for the JS-SDK and payments inside WeChat; empty: fake in the demo, off in production. */
  WECHAT_MP_APP_ID: z.string().default(""),
  WECHAT_MP_APP_SECRET: z.string().default(""),
  /** Template for notifications by the official account (模板消息), and its fields; empty: none are sent. */
  WECHAT_MP_TEMPLATE: z.string().default(""),
  WECHAT_MP_TEMPLATE_FIELDS: z.string().default(""),
  /** WeChat Pay merchant, bound to the official account; empty: fake in the demo, off in production. */
  WXPAY_MCH_ID: z.string().default(""),
  /** Serial number of the merchant's API certificate. */
  WXPAY_SERIAL: z.string().default(""),
  /** apiclient_key.pem: its path or its content. */
  WXPAY_PRIVATE_KEY: z.string().default(""),
  WXPAY_API_V3_KEY: z.string().default(""),
  /** pub_key.pem with its id, or platform certificates, or both during a transition. */
  WXPAY_PUBLIC_KEY: z.string().default(""),
  WXPAY_PUBLIC_KEY_ID: z.string().default(""),
  WXPAY_CERTIFICATE: z.string().default(""),
  WXPAY_BASE: url.default("https://api.mch.weixin.qq.com"),
  /** Token of Baidu's submission (普通收录, API 提交); empty: fake in the demo, no push in production. */
  BAIDU_PUSH_TOKEN: z.string().default(""),
  /** Site as registered there; PUBLIC_ORIGIN by default. */
  BAIDU_PUSH_SITE: z.string().default(""),
  BAIDU_PUSH_BASE: url.default("http://data.zz.baidu.com"),
  /** IndexNow key, published at /KEY.txt; empty: fake in the demo, no push in production. */
  INDEXNOW_KEY: z
    .string()
    .regex(/^[A-Za-z0-9-]{8,128}$/, "要写 8 到 128 个英文字母、数字或连字符")
    .optional(),
  INDEXNOW_ENDPOINT: url.default("https://api.indexnow.org/indexnow"),
  /** Salt of the short ids in URLs; the app reads it as well. */
  HASHID_SALT: z.string().default(""),
  ALLOW_NEW_SALT: flag.default(false),
  ALLOW_INSECURE_ORIGIN: flag.default(false),
});

/** Environment variables of the upstream, with types and defaults. */
export type Environment = z.output<typeof environment>;

/** Reads the variables. @throws ConfigError */
export function readEnvironment(variables: Record<string, string | undefined>): Environment {
  return parseSettings(environment, variables);
}
