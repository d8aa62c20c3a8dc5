import type { Services } from "./context";
import { purgeDeleted } from "./modules/trash/purge";
import { expireUploads } from "./modules/upload/expire";
import { expirePreviews } from "./modules/zhiku/files/preview-copy";

const HOUR = 60 * 60 * 1000;

/** Rows that are good for nothing after the time in a column of theirs. */
const EXPIRING = [
  ["rate_limits", "ends_at"],
  ["one_time_tokens", "expires_at"],
  ["sms_codes", "expires_at"],
  ["sessions", "expires_at"],
  ["submissions", "expires_at"],
] as const;

/** Removes what is past its time. Running it twice at once, or never, breaks nothing: expired things do not count. */
export async function sweep(services: Services): Promise<void> {
  const now = services.clock().toISOString();
  for (const [table, column] of EXPIRING) await services.db.deleteFrom(table).where(column, "<=", now).execute();
  await expireUploads(services);
  await expirePreviews(services);
  const purged = await purgeDeleted(services);
  if (purged) services.log("info", "purged what was deleted 30 days ago", { things: purged });
}

/** Sweeps every hour from now on. @returns what ends it */
export function sweepHourly(services: Services): () => void {
  const run = () =>
    void sweep(services).catch((error: unknown) => services.log("error", "sweep failed", { error: String(error) }));
  const timer = setInterval(run, HOUR).unref();
  return () => clearInterval(timer);
}
