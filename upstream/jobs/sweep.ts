import { expressionBuilder, type RawBuilder, sql } from "kysely";
import { nowIso, type Services } from "#upstream/call/context";
import { type Db, isPostgres } from "#upstream/db/dialect";
import type { Database } from "#upstream/db/schema";
import { transact } from "#upstream/db/transact";
import { purgeSubmissions } from "#upstream/modules/form/purge-submissions";
import { purgeDeleted } from "#upstream/modules/trash/purge";
import { expireUploads } from "#upstream/modules/upload/expire";
import { forgetLate } from "#upstream/modules/user/delete-user";
import { forgetOffered } from "#upstream/modules/user/wechat-picture";
import { expirePreviews } from "#upstream/modules/zhiku/files/preview-copy";
import { notifyEndingRights } from "#upstream/modules/zhiku/rights/notify-ending";
import { eachAlone } from "#upstream/policy/each-alone";
import { isUsable } from "#upstream/policy/usable-sessions";

/** Tables with rows that are worthless after the time in a column. */
const EXPIRING = [
  ["rate_limits", "ends_at"],
  ["one_time_tokens", "expires_at"],
  ["sms_codes", "expires_at"],
  ["mail_codes", "expires_at"],
  ["submissions", "expires_at"],
  ["carried_sanctions", "forget_at"],
  ["claims", "until_at"],
] as const;

/** Rows deleted per transaction. */
const CHUNK = 1000;

type Step = (services: Services) => Promise<unknown>;

/** Steps that delete what has expired. */
const EXPIRY: readonly Step[] = [
  ...EXPIRING.map(([table, column]): Step => {
    return (services) => deleteChunks(services.db, table, sql`${sql.ref(column)} <= ${nowIso(services)}`);
  }),
  (services) => {
    const eb = expressionBuilder<Database, "sessions">();
    return deleteChunks(services.db, "sessions", sql`${eb.not(isUsable(services)(eb))}`);
  },
];

/** Deletes all rows of a table with a condition. */
async function deleteChunks(db: Db, table: keyof Database, condition: RawBuilder<unknown>): Promise<void> {
  const name = sql.table(table);
  const some = isPostgres(db)
    ? sql`ctid = any(array(select ctid from ${name} where ${condition} limit ${sql.lit(CHUNK)}))`
    : sql`rowid in (select rowid from ${name} where ${condition} limit ${sql.lit(CHUNK)})`;
  for (;;) {
    const { numAffectedRows = 0n } = await transact(db, (trx) =>
      sql`delete from ${name} where ${some} and ${condition}`.execute(trx),
    );
    if (numAffectedRows < CHUNK) return;
  }
}

/** The steps, those that need the object store last. */
const STEPS: readonly Step[] = [
  ...EXPIRY,
  notifyEndingRights,
  purgeSubmissions,
  forgetOffered,
  forgetLate,
  async (services) => {
    const purged = await purgeDeleted(services);
    if (purged) services.note("trash_purged", { things: purged });
  },
  expireUploads,
  expirePreviews,
];

/**
 * Deletes expired data and sends due notifications. Safe to run concurrently or not at all: expired data is never used.
 * @throws the first error of a step, after the others: a failing object store keeps nothing else from being done
 */
export async function sweep(services: Services): Promise<void> {
  await eachAlone(STEPS, async (step) => {
    await step(services);
  });
}
