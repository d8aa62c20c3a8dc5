import type { Services } from "#upstream/call/context";
import { purgeSubmissions } from "#upstream/modules/form/purge-submissions";
import { purgeDeleted } from "#upstream/modules/trash/purge";
import { expireUploads } from "#upstream/modules/upload/expire";
import { forgetLate } from "#upstream/modules/user/delete-user";
import { forgetOffered } from "#upstream/modules/user/wechat-picture";
import { expirePreviews } from "#upstream/modules/zhiku/files/preview-copy";
import { notifyEndingRights } from "#upstream/modules/zhiku/rights/notify-ending";
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

type Step = (services: Services) => Promise<unknown>;

/** The steps, those that need the object store last. */
const STEPS: readonly Step[] = [
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
  const now = services.clock().toISOString();
  for (const [table, column] of EXPIRING) await services.db.deleteFrom(table).where(column, "<=", now).execute();
  await services.db
    .deleteFrom("sessions")
    .where((eb) => eb.not(isUsable(services)(eb)))
    .execute();
  const failed: unknown[] = [];
  for (const step of STEPS) await step(services).catch((error: unknown) => failed.push(error));
  if (failed.length > 0) throw failed[0];
}
