import type { LogLevel } from "#log/log";
import { ConfigError } from "#runtime/config-error";
import { problemOfPublicDemo } from "#runtime/public-demo";
import { isSameListener } from "#runtime/same-listener";
import { DEMO_SALT } from "#runtime/short-ids";
import { problemOfUnreadFile } from "#runtime/unread-env-file";
import { type BackupsConfig, backupsOf } from "./config/backups";
import { type Environment, readEnvironment } from "./config/environment";
import { objectsOf, officialAccountOf, payOf, smsOf, wechatOf } from "./config/external-services";
import { mailOf } from "./config/mail";
import { pushOf } from "./config/push";
import type { DatabaseConfig } from "./db/dialect";
import type { PostgresLimits } from "./db/postgres";
import type { PushConfig } from "./services/create-address-pushes";
import type { MailConfig } from "./services/create-mail";
import type { PayConfig } from "./services/create-pay";
import type { SmsConfig } from "./services/create-sms";
import type { OfficialAccountSetting, WechatConfig } from "./services/create-wechat";
import { PASSWORD_MEMORY } from "./services/password/hash-password";
import type { ObjectsConfig } from "./services/storage/create-object-store";
import { weaknessOf } from "./weak-secret";

const WORDS = { demo: "upstream/demo/words.txt", production: "upstream/services/moderation/words.txt" } as const;

/** Validated settings of the upstream. */
export type UpstreamConfig = {
  mode: "demo" | "production";
  database: DatabaseConfig;
  dataDir: string;
  /** Location of backups; null: none, neither scheduled nor from the console. */
  backups: BackupsConfig | null;
  /** Encrypts backups; empty: unencrypted. */
  backupKey: string;
  publicOrigin: string;
  secretKey: string;
  logLevel: LogLevel;
  sensitiveWordsFile: string;
  /** Secret shared with the app; empty: none, in the demo or in one process with the app. */
  sharedSecret: string;
  listen: { host: string; port: number };
  /** Address of a separate upstream's metrics endpoint; null: none. */
  metrics: { host: string; port: number } | null;
  /** Milliseconds from which on a statement is logged as slow. */
  slowStatement: number;
  objects: ObjectsConfig;
  sms: SmsConfig;
  /** Maximum number of SMS per day. */
  smsDailyBudget: number;
  /** Price of an SMS in fen; 0 if unknown. */
  smsPrice: number;
  mail: MailConfig;
  wechat: WechatConfig;
  officialAccount: OfficialAccountSetting;
  pay: PayConfig;
  push: PushConfig;
  /** Salt of the short ids in URLs, the same as the app's; empty in production if it is not set. */
  shortIdSalt: string;
  /** Whether a production site may start with another salt than before. */
  allowsNewSalt: boolean;
  /** Memory for password hashing in KiB; less in tests. */
  passwordMemory: number;
  /** Whether to validate replies against the contract, and cached ones against new ones; slow, so only in tests. */
  checkReplies: boolean;
};

/**
 * Converts environment variables to the upstream's configuration.
 * @throws ConfigError if a value is malformed, or missing in production
 */
export function readUpstreamConfig(env: Record<string, string | undefined>): UpstreamConfig {
  const e = readEnvironment(env);
  const problems: string[] = [];
  const unread = problemOfUnreadFile(env);
  // All others may follow from it.
  if (unread) throw new ConfigError(unread);
  const publicDemo = problemOfPublicDemo(env);
  if (publicDemo) problems.push(publicDemo);
  if (e.APP_MODE === "production") {
    const weakness = weaknessOf(e.SECRET_KEY);
    if (weakness) problems.push(`SECRET_KEY: ${weakness}`);
    if (!e.PUBLIC_ORIGIN.startsWith("https://") && !e.ALLOW_INSECURE_ORIGIN) {
      problems.push("PUBLIC_ORIGIN: 正式的站要用 https（只在本机试验时，可以设置 ALLOW_INSECURE_ORIGIN=1）");
    }
  }
  if (e.UPSTREAM_SHARED_SECRET && e.UPSTREAM_SHARED_SECRET.length < 32) {
    problems.push("UPSTREAM_SHARED_SECRET: 至少要 32 个字符");
  }
  if (e.DATABASE_URL && !/^postgres(ql)?:\/\//.test(e.DATABASE_URL)) {
    problems.push("DATABASE_URL: 要写成 postgres://用户名:密码@主机/数据库；用 SQLite 就留空");
    // Without a host (`u@/d?host=/run/postgresql`), it is none for URL, but understood by the driver.
  } else if (e.DATABASE_URL && !URL.canParse(e.DATABASE_URL.replace("@/", "@localhost/"))) {
    problems.push("DATABASE_URL: 读不懂；密码里的 @ : / ? # % 要写成 %40 %3A %2F %3F %23 %25");
  }
  const listen = { host: e.UPSTREAM_HOST, port: e.UPSTREAM_PORT };
  const metrics = e.UPSTREAM_METRICS_PORT ? { host: e.METRICS_HOST, port: e.UPSTREAM_METRICS_PORT } : null;
  if (metrics && isSameListener(metrics, listen)) {
    problems.push(`UPSTREAM_METRICS_PORT: 与 UPSTREAM_PORT 都是 ${e.UPSTREAM_PORT}，请换一个`);
  }
  const objects = objectsOf(e, problems);
  const backups = backupsOf(e, problems);
  const sms = smsOf(e, problems);
  const mail = mailOf(e, problems);
  const wechat = wechatOf(e, problems);
  const officialAccount = officialAccountOf(e, problems);
  const pay = payOf(e, problems);
  const push = pushOf(e, problems);
  if (problems.length) throw new ConfigError(problems.join("\n"));
  return {
    mode: e.APP_MODE,
    database: e.DATABASE_URL
      ? { kind: "postgres", url: e.DATABASE_URL, limits: postgresLimitsOf(e) }
      : { kind: "sqlite", file: `${e.DATA_DIR}/shequ.db` },
    dataDir: e.DATA_DIR,
    backups,
    backupKey: e.BACKUP_KEY,
    publicOrigin: new URL(e.PUBLIC_ORIGIN).origin,
    shortIdSalt: e.HASHID_SALT || (e.APP_MODE === "demo" ? DEMO_SALT : ""),
    allowsNewSalt: e.ALLOW_NEW_SALT,
    secretKey: e.SECRET_KEY,
    logLevel: e.LOG_LEVEL,
    sensitiveWordsFile: e.SENSITIVE_WORDS_FILE || WORDS[e.APP_MODE],
    sharedSecret: e.UPSTREAM_SHARED_SECRET,
    listen,
    metrics,
    slowStatement: e.SLOW_STATEMENT_MS,
    objects,
    sms,
    smsDailyBudget: e.SMS_DAILY_BUDGET,
    smsPrice: e.SMS_PRICE,
    mail,
    wechat,
    officialAccount,
    pay,
    push,
    passwordMemory: PASSWORD_MEMORY,
    checkReplies: false,
  };
}

const postgresLimitsOf = (e: Environment): PostgresLimits => ({
  poolMax: e.DATABASE_POOL_MAX,
  connectionTimeout: e.DATABASE_CONNECTION_TIMEOUT_MS,
  statementTimeout: e.DATABASE_STATEMENT_TIMEOUT_MS,
  lockTimeout: e.DATABASE_LOCK_TIMEOUT_MS,
  idleTransactionTimeout: e.DATABASE_IDLE_TRANSACTION_TIMEOUT_MS,
});
