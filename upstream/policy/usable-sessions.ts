import { type ExpressionBuilder, sql } from "kysely";
import { DAY } from "#runtime/time-units";
import type { Services } from "#upstream/call/context";
import type { Database } from "#upstream/db/schema";

/** Time without use after which a session ends. */
export const SESSION_IDLE_MAX = 30 * DAY;

/** SQL for the time at which a session was last used, to the hour; at first, that of its login. */
export const lastUse = sql<string>`case when last_seen_at = '' then created_at else last_seen_at end`;

/** Condition: sessions by which one is still logged in. The others are never used again. */
export const isUsable =
  ({ clock }: Pick<Services, "clock">) =>
  (eb: ExpressionBuilder<Database, "sessions">) => {
    const now = clock();
    const idleSince = new Date(now.getTime() - SESSION_IDLE_MAX).toISOString();
    return eb.and([eb("expires_at", ">", now.toISOString()), eb(lastUse, ">", idleSince)]);
  };
