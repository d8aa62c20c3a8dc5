import { createAtMost } from "#log/at-most";
import type { Metrics, Sample } from "#runtime/metrics";
import { MINUTE, SECOND } from "#runtime/time-units";
import type { Services } from "#upstream/call/context";
import { statesNow } from "#upstream/modules/figures/states";
import { lastDone } from "#upstream/modules/job/queue";
import { countPutOff } from "#upstream/modules/outside/turns";
import { smsBudgetOf } from "#upstream/policy/limits";
import { chinaTime } from "#upstream/text/china-time";

/** Histogram buckets in seconds. */
const BOUNDS = [0.001, 0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 5];
/** Maximum slow statements logged per minute, and characters of each. */
const NAMED_MAX = 30;
const NAMED_LENGTH = 500;
/** Milliseconds for which values from the database are cached, however often they are requested. */
const LIFETIME = 30 * SECOND;

/**
 * Adds metrics of the upstream: statements, queues, payments, messages, backups.
 * @param slowStatement milliseconds from which a statement is logged
 */
export function observeUpstream(services: Services, metrics: Metrics, slowStatement: number): void {
  const { connection, note } = services;
  const took = metrics.histogram("shequ_sql_statement_seconds", "Duration of SQL statements in seconds.", BOUNDS);
  const atMost = createAtMost(NAMED_MAX, MINUTE);
  connection.onStatement(({ text, milliseconds }) => {
    took(milliseconds / 1000);
    if (milliseconds < slowStatement) return;
    const leftOut = atMost();
    if (leftOut === null) return;
    const left = leftOut > 0 ? { leftOut } : {};
    note("slow_statement", { statement: text.slice(0, NAMED_LENGTH), milliseconds: Math.round(milliseconds), ...left });
  });
  const states = believed(() => statesNow(services));
  metrics.gauge("shequ_state", "Current values of the console's figures, by state.", async () =>
    [...(await states())].map(([state, value]) => ({ labels: { state }, value })),
  );
  const orders = believed(() => ordersByState(services));
  metrics.gauge("shequ_orders", "Orders by state.", orders);
  const jobs = believed(() => pendingJobs(services));
  metrics.gauge("shequ_jobs_pending", "Waiting and running jobs, by kind.", jobs);
  const backup = believed(() => lastBackup(services));
  metrics.gauge("shequ_backup_timestamp_seconds", "End of the last backup, in seconds since 1970.", backup);
  const sent = believed(() => sentMessages(services));
  metrics.gauge("shequ_sms_sent_day", "Text messages sent today.", sent);
  metrics.gauge("shequ_sms_budget_day", "Daily limit of text messages.", () => [{ value: smsBudgetOf(services) }]);
  for (const { name, words, channels } of OUTSIDE) {
    const putOff = believed(() => countPutOff(services.db, channels));
    metrics.gauge(`shequ_${name}_waiting`, `Members whose ${words} failed and will be retried.`, async () => [
      { value: await putOff() },
    ]);
    const today = believed(() => sentToday(services, name));
    metrics.gauge(`shequ_${name}_day`, `Today's ${words}, by outcome.`, today);
  }
  metrics.gauge("shequ_database_connections", "Connections of PostgreSQL's pool, by state.", () => connection.pool());
}

/** Caches a read for `LIFETIME`. */
function believed<T>(read: () => Promise<T>): () => Promise<T> {
  let known: { at: number; value: Promise<T> } | null = null;
  return () => {
    const now = performance.now();
    if (known && now - known.at < LIFETIME) return known.value;
    known = { at: now, value: read() };
    known.value.catch(() => {
      known = null;
    });
    return known.value;
  };
}

async function ordersByState({ db }: Services): Promise<Sample[]> {
  const rows = await db
    .selectFrom("zhiku_orders")
    .select(["state", ({ fn }) => fn.countAll<number>().as("total")])
    .groupBy("state")
    .execute();
  return rows.map(({ state, total }) => ({ labels: { state }, value: Number(total) }));
}

async function pendingJobs({ db }: Services): Promise<Sample[]> {
  const rows = await db
    .selectFrom("jobs")
    .select(["kind", "state", ({ fn }) => fn.countAll<number>().as("total")])
    .where("ended_at", "is", null)
    .groupBy(["kind", "state"])
    .execute();
  return rows.map(({ kind, state, total }) => ({ labels: { kind, state }, value: Number(total) }));
}

async function lastBackup({ db }: Services): Promise<Sample[]> {
  const last = await lastDone(db, "backup");
  return last ? [{ value: Date.parse(last.endedAt) / SECOND }] : [];
}

async function sentMessages({ db, clock }: Services): Promise<Sample[]> {
  const row = await db
    .selectFrom("rate_limits")
    .select("hits")
    .where("key", "=", "smsSiteDay:all")
    .where("ends_at", ">", clock().toISOString())
    .executeTakeFirst();
  return [{ value: row?.hits ?? 0 }];
}

/** External notification channels, by their metric names. */
const OUTSIDE = [
  { name: "mail", words: "mails", channels: ["mail", "weekly"] },
  { name: "wechat", words: "messages of the official account", channels: ["wechat"] },
] as const;
const OUTCOMES = ["sent", "failed"] as const;

async function sentToday({ db, clock }: Services, name: (typeof OUTSIDE)[number]["name"]): Promise<Sample[]> {
  const rows = await db
    .selectFrom("metrics_daily")
    .select(["key", "value"])
    .where("day", "=", chinaTime(clock()).slice(0, 10))
    .where(
      "key",
      "in",
      OUTCOMES.map((outcome) => `${name}.${outcome}` as const),
    )
    .execute();
  return OUTCOMES.map((outcome) => ({
    labels: { outcome },
    value: Number(rows.find(({ key }) => key === `${name}.${outcome}`)?.value ?? 0),
  }));
}
