import { sql } from "kysely";
import { CLOCKS_APART } from "#runtime/clocks-apart";
import { DAY, HOUR, MINUTE, SECOND } from "#runtime/time-units";
import type { Services } from "#upstream/call/context";
import { BusinessError } from "#upstream/call/errors";
import { compiledQuery } from "#upstream/db/compiled-query";
import type { Db } from "#upstream/db/dialect";
import { fromJson, toJson } from "#upstream/db/schema/columns";
import { transact } from "#upstream/db/transact";

export { networkOf } from "./network";

type Limit = {
  /** Maximum number of uses within a window. */
  max: number;
  /** Milliseconds from the first use until the count restarts. */
  window: number;
  /** Sliding window: prevents a burst around the end of one window and the start of the next. */
  rolling?: true;
  /** Replaces the message of RATE_LIMITED; `{秒}` is the number of seconds to wait, `{时间}` the time in words. */
  message?: string;
};

const SMS_OFTEN = "这个号码获取验证码太频繁，请{时间}后再试";

/**
 * Every rate limit of the upstream: how often one subject (a person, a phone number, a network) may do something. Those
 * named after an address count by `networkOf` the caller's IP address.
 */
export const LIMITS = {
  captchaGet: { max: 60, window: MINUTE },
  captchaCheck: { max: 60, window: MINUTE },
  smsPause: { max: 1, window: MINUTE, message: "验证码已发送，请 {秒} 秒后再试" },
  /** Codes to one number, or, of those for the member's own number, by one member. */
  smsPhoneHour: { max: 5, window: HOUR, rolling: true, message: SMS_OFTEN },
  smsPhoneDay: { max: 10, window: DAY, rolling: true, message: SMS_OFTEN },
  /** Codes to one number from one network, which leaves some for its owner elsewhere. */
  smsPhoneNetworkHour: { max: 3, window: HOUR, rolling: true, message: SMS_OFTEN },
  smsPhoneNetworkDay: { max: 6, window: DAY, rolling: true, message: SMS_OFTEN },
  preview: { max: 120, window: MINUTE },
  smsAddressHour: { max: 20, window: HOUR, rolling: true },
  publishMinute: { max: 5, window: MINUTE },
  publishDay: { max: 60, window: DAY },
  editMinute: { max: 10, window: MINUTE },
  editDay: { max: 300, window: DAY },
  commentMinute: { max: 12, window: MINUTE },
  commentDay: { max: 400, window: DAY },
  /** Texts that an operator has to review. */
  heldHour: { max: 20, window: HOUR },
  reactMinute: { max: 60, window: MINUTE },
  reactDay: { max: 3000, window: DAY },
  draftMinute: { max: 60, window: MINUTE },
  /** Changes proposed to authors. */
  proposeMinute: { max: 5, window: MINUTE },
  proposeDay: { max: 30, window: DAY },
  reportMinute: { max: 5, window: MINUTE },
  reportDay: { max: 50, window: DAY },
  appealMinute: { max: 5, window: MINUTE },
  appealDay: { max: 20, window: DAY },
  /** Appeals by banned people, who can't log in. */
  appealAddress: { max: 10, window: HOUR },
  /** Opening and using the links by which imported authors are claimed. */
  handoverAddress: { max: 60, window: HOUR },
  suggest: { max: 120, window: MINUTE },
  uploadMinute: { max: 20, window: MINUTE },
  uploadDay: { max: 200, window: DAY },
  unknownUploadMinute: { max: 5, window: MINUTE },
  unknownUploadDay: { max: 30, window: DAY },
  downloadMinute: { max: 20, window: MINUTE },
  downloadDay: { max: 300, window: DAY },
  readMinute: { max: 120, window: MINUTE },
  submitFormMinute: { max: 5, window: MINUTE },
  submitFormDay: { max: 60, window: DAY },
  manageMinute: { max: 30, window: MINUTE },
  manageDay: { max: 300, window: DAY },
  /** Codes that confirm a mail address: per person, per mailbox, and per network. */
  mailPause: { max: 1, window: MINUTE, message: "验证码已发送，请 {秒} 秒后再试" },
  mailPersonDay: { max: 10, window: DAY, rolling: true, message: "今天发送验证码的次数已达上限" },
  mailboxDay: { max: 5, window: DAY, rolling: true, message: "这个邮箱今天收到验证码的次数已达上限" },
  mailAddressHour: { max: 20, window: HOUR, rolling: true },
  mailCheckHour: { max: 30, window: HOUR },
  unsubscribeDay: { max: 100, window: DAY },
  /** All SMS of the site; the maximum comes from the configuration. */
  smsSiteDay: { max: 1, window: DAY, message: "短信服务暂时不可用，请稍后再试" },
  loginAccount: { max: 10, window: 15 * MINUTE, rolling: true, message: "尝试次数过多，请稍后再试" },
  loginAddress: { max: 30, window: 15 * MINUTE, rolling: true, message: "尝试次数过多，请稍后再试" },
  passkeyAddress: { max: 120, window: 15 * MINUTE },
  /** Challenges for logins by passkey: every visible login form requests them for its autofill. */
  passkeyOffers: { max: 1_200, window: 15 * MINUTE },
  passkeyHour: { max: 30, window: HOUR },
  factorGuess: { max: 10, window: 15 * MINUTE, rolling: true, message: "尝试次数过多，请 15 分钟后再试" },
  setupAddress: { max: 10, window: 15 * MINUTE, rolling: true },
  wechatAddress: { max: 60, window: HOUR },
  profileHour: { max: 30, window: HOUR },
  exportDay: { max: 20, window: DAY },
  smsCheckAddress: { max: 60, window: HOUR },
  /** Attempts at codes sent to one number from other networks than requested them; counted like `smsPhoneDay`. */
  smsGuessDay: { max: 25, window: DAY, rolling: true, message: "验证码输错的次数太多，请{时间}后再试" },
  orderMinute: { max: 6, window: MINUTE },
  orderDay: { max: 60, window: DAY },
  redeemPerson: { max: 10, window: HOUR, rolling: true, message: "兑换尝试次数过多，请一小时后再试" },
  redeemAddress: { max: 40, window: HOUR, rolling: true, message: "兑换尝试次数过多，请一小时后再试" },
  codeBatchDay: { max: 50, window: DAY, message: "今天生成的批次太多，请明天再来" },
  /** Staff's searches for members by their complete phone number. */
  phoneSearchHour: {
    max: 120,
    window: HOUR,
    message: "这一小时里按完整手机号查找的次数太多，请稍后再试，或改用昵称、用户编号、手机号后四位查找",
  },
  /** Test calls of external services, by all staff together. */
  trialHour: { max: 30, window: HOUR },
  jsSdkAddress: { max: 300, window: MINUTE },
} as const satisfies Record<string, Limit>;

export type LimitName = keyof typeof LIMITS;
/**
 * One use of a limit by its subject; `max` if the configuration sets it. `instead` names another way that is open here
 * and now, for the end of the message.
 */
export type LimitUse = { limit: LimitName; subject: string | number; max?: number; instead?: string | undefined };

/** Time to wait, rounded up: ` 40 秒`, ` 12 分钟`, ` 3 小时`. */
function inWords(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  if (seconds <= 60) return ` ${seconds} 秒`;
  return minutes <= 90 ? ` ${minutes} 分钟` : ` ${Math.ceil(minutes / 60)} 小时`;
}

/** Refusal by a rate limit. */
export class LimitError extends BusinessError {
  override name = "LimitError";
  constructor(
    readonly limit: LimitName,
    /** Seconds until the next use is allowed. */
    retryAfter: number,
    instead?: string,
  ) {
    const message = (LIMITS[limit] as Limit).message
      ?.replace("{秒}", String(retryAfter))
      .replace("{时间}", inWords(retryAfter));
    super("RATE_LIMITED", message && instead ? `${message}，或${instead}` : message, { retryAfter });
  }
}

/**
 * Counts one use of each limit; if one is exhausted, refuses and counts none. Counts are in the database, so they hold
 * for all processes. Within a given transaction, a rollback undoes the use.
 * @throws LimitError RATE_LIMITED with `data.retryAfter` in seconds
 */
export async function consumeLimits(
  db: Db,
  services: Pick<Services, "clock" | "limits">,
  uses: readonly LimitUse[],
): Promise<void> {
  if (db.isTransaction) await consumeWithin(db, services, uses);
  else await transact(db, (trx) => consumeWithin(trx, services, uses));
}

async function consumeWithin(
  trx: Db,
  { clock, limits: kept }: Pick<Services, "clock" | "limits">,
  uses: readonly LimitUse[],
): Promise<void> {
  const now = clock();
  const limits = new Map(
    uses.map((use) => {
      const limit: Limit = LIMITS[use.limit];
      return [keyOf(use), { ...limit, max: kept.maxOf(use.limit) ?? use.max ?? limit.max, instead: use.instead }];
    }),
  );
  // Always in the same order, so that two calls never deadlock.
  const rows = [...limits].sort(([a], [b]) => (a < b ? -1 : 1));
  const counted = await countUses(trx, {
    now: now.toISOString(),
    keys: rows.map(([key]) => key),
    ends: rows.map(([, { window }]) => after(now, window)),
    latest: rows.map(([, { window }]) => after(now, window + CLOCKS_APART)),
  });
  let refused: { key: string; until: number } | null = null;
  for (const { key, hits, ends_at, used_at } of counted) {
    const limit = limits.get(key);
    if (!limit) continue;
    const until = limit.rolling
      ? await consumeRolling(trx, { key, usedAt: fromJson<number[]>(used_at), now: now.getTime(), ...limit })
      : hits > limit.max && Date.parse(ends_at);
    if (until && until > (refused?.until ?? 0)) refused = { key, until };
  }
  if (!refused) return;
  const retryAfter = Math.max(1, Math.ceil((refused.until - now.getTime()) / SECOND));
  throw new LimitError(refused.key.split(":", 1)[0] as LimitName, retryAfter, limits.get(refused.key)?.instead);
}

type Uses = { now: string; keys: readonly string[]; ends: readonly string[]; latest: readonly string[] };

/** Counts one use of each key, restarting expired windows. @returns the current counts */
const countUses = compiledQuery((db, { now, keys, ends, latest }: Uses) => {
  const latestOf = sql.join(
    keys.map((key, at) => sql`when ${key} then ${latest[at]}`),
    sql` `,
  );
  // With concurrent calls, the first to count need not be the first that read the clock.
  const over = sql<boolean>`rate_limits.ends_at <= ${now} or rate_limits.ends_at > case rate_limits.key ${latestOf} end`;
  return db
    .insertInto("rate_limits")
    .values(keys.map((key, at) => ({ key, hits: 1, ends_at: ends[at] as string })))
    .onConflict((conflict) =>
      conflict.column("key").doUpdateSet({
        hits: sql`case when ${over} then 1 else rate_limits.hits + 1 end`,
        ends_at: sql`case when ${over} then excluded.ends_at else rate_limits.ends_at end`,
      }),
    )
    .returning(["key", "hits", "ends_at", "used_at"]);
});

type RollingUse = { key: string; usedAt: readonly number[]; now: number; max: number; window: number };

/**
 * Counts a use in a sliding window; the row is already locked. @returns until when it is refused; null if it is allowed
 */
async function consumeRolling(trx: Db, { key, usedAt, now, max, window }: RollingUse): Promise<number | null> {
  const recent = usedAt.filter((time) => time > now - window && time <= now + CLOCKS_APART);
  const first = recent[recent.length - max];
  if (first !== undefined) return first + window;
  const row = { used_at: toJson([...recent, now]), hits: recent.length + 1, ends_at: after(new Date(now), window) };
  await trx.updateTable("rate_limits").set(row).where("key", "=", key).execute();
  return null;
}

/** Maximum number of SMS that the whole site sends per day: as set by staff, else by the configuration. */
export const smsBudgetOf = ({ config, limits }: Pick<Services, "config" | "limits">): number =>
  limits.maxOf("smsSiteDay") ?? config.smsDailyBudget;

/** Resets counts, e.g. after a successful login. */
export async function resetLimits(db: Db, uses: readonly LimitUse[]): Promise<void> {
  await db.deleteFrom("rate_limits").where("key", "in", uses.map(keyOf)).execute();
}

const keyOf = ({ limit, subject }: LimitUse): string => `${limit}:${subject}`;
const after = (now: Date, milliseconds: number): string => new Date(now.getTime() + milliseconds).toISOString();
