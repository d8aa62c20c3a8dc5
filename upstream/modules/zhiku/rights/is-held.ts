import { type RawBuilder, sql } from "kysely";

/**
 * SQL condition for rights in force at a time (ISO 8601) whose member's account is open: a closed account keeps its
 * rights, which nobody can use. `r` is the table of rights.
 */
export const isHeld = (now: string): RawBuilder<boolean> => sql<boolean>`(r.from_at <= ${now} and r.until_at > ${now}
  and exists (select 1 from users u where u.id = r.user_id and u.deleted_at is null))`;
