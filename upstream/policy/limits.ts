import { sql } from "kysely";
import { CLOCKS_APART } from "#runtime/clocks-apart";
import { SECOND } from "#runtime/time-units";
import type { Services } from "#upstream/call/context";
import { BusinessError } from "#upstream/call/errors";
import { compiledQuery } from "#upstream/db/compiled-query";
import type { Db } from "#upstream/db/dialect";
import { fromJson, toJson } from "#upstream/db/schema/columns";
import { transact } from "#upstream/db/transact";
import { LIMITS, type Limit, type LimitName } from "./every-limit";

export { LIMITS, type LimitName } from "./every-limit";
export { networkOf } from "./network";

/**
 * One use of a limit by its subject; `max` if the configuration sets it. `instead` names another way that is open here
 * and now, for the end of the message. What costs as much as several counts as so many `times`, of a window that does not
 * slide.
 */
export type LimitUse = {
  limit: LimitName;
  subject: string | number;
  max?: number;
  instead?: string | undefined;
  times?: number;
};

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
      return [
        keyOf(use),
        { ...limit, max: kept.maxOf(use.limit) ?? use.max ?? limit.max, instead: use.instead, times: use.times ?? 1 },
      ];
    }),
  );
  // Always in the same order, so that two calls never deadlock.
  const rows = [...limits].sort(([a], [b]) => (a < b ? -1 : 1));
  const counted = await countUses(trx, {
    now: now.toISOString(),
    keys: rows.map(([key]) => key),
    times: rows.map(([, { times }]) => times),
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

type Uses = {
  now: string;
  keys: readonly string[];
  times: readonly number[];
  ends: readonly string[];
  latest: readonly string[];
};

/** Counts one use of each key, restarting expired windows. @returns the current counts */
const countUses = compiledQuery((db, { now, keys, times, ends, latest }: Uses) => {
  const latestOf = sql.join(
    keys.map((key, at) => sql`when ${key} then ${latest[at]}`),
    sql` `,
  );
  // With concurrent calls, the first to count need not be the first that read the clock.
  const over = sql<boolean>`rate_limits.ends_at <= ${now} or rate_limits.ends_at > case rate_limits.key ${latestOf} end`;
  return db
    .insertInto("rate_limits")
    .values(keys.map((key, at) => ({ key, hits: times[at] as number, ends_at: ends[at] as string })))
    .onConflict((conflict) =>
      conflict.column("key").doUpdateSet({
        hits: sql`case when ${over} then excluded.hits else rate_limits.hits + excluded.hits end`,
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
