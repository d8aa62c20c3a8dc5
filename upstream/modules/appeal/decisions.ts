import { type RawBuilder, type Selectable, type SqlBool, sql } from "kysely";
import { type KindWith, kindsWith } from "#app/contract/kinds";
import type { AppealKind } from "#app/contract/moderation/appeal";
import type { HeldKind } from "#app/contract/moderation/review";
import type { SanctionKind } from "#app/contract/moderation/sanction-kinds";
import { nowIso, type Services } from "#upstream/call/context";
import { orNull } from "#upstream/call/errors";
import type { Db } from "#upstream/db/dialect";
import type { Database } from "#upstream/db/schema";
import { STORED, storedAs } from "#upstream/db/stored-kinds";
import { findHeld } from "#upstream/modules/review/queries";
import { heldView } from "#upstream/modules/review/view";
import { sanctionOn, sanctionsInForce } from "#upstream/policy/sanctions";

/** Subject of an appeal, by its id. */
export type AppealTarget = { kind: AppealKind; id: number };

/** A decision of staff that is in force. */
export type Decision = {
  /** Person affected. */
  userId: number;
  sort: HeldKind | SanctionKind;
  name: string;
  reason: string;
  at: string;
  /** Person who decided; null if unknown. */
  by: number | null;
  /** End of a sanction; null if permanent, and for a text. */
  until: string | null;
};

/** The decision in force about a text or a member; null if there is none, or no longer. */
export function standingDecision(
  db: Db,
  services: Pick<Services, "clock" | "markdown">,
  { kind, id }: AppealTarget,
): Promise<Decision | null> {
  if (kind === "review") return refusalOfHeld(db, services, id);
  return kind === "sanction" ? sanctionAt(db, nowIso(services), id) : removalOf(db, kind, id);
}

async function refusalOfHeld(db: Db, services: Pick<Services, "markdown">, id: number): Promise<Decision | null> {
  const row = await orNull(findHeld(db, id));
  if (row?.state !== "refused" || row.decided_at === null) return null;
  const { title, excerpt } = heldView(services, row, null);
  const { author_id: userId, kind: sort, reason, decided_at: at, decided_by: by } = row;
  return { userId, sort, name: title || excerpt, reason, at, by, until: null };
}

async function sanctionAt(db: Db, now: string, id: number): Promise<Decision | null> {
  const row = await sanctionsInForce(db, now).selectAll().where("id", "=", id).executeTakeFirst();
  return row ? sanctionOf(row) : null;
}

function sanctionOf(row: Selectable<Database["sanctions"]>): Decision {
  const { user_id: userId, kind: sort, reason, from_at: at, imposed_by: by, until_at: until } = row;
  return { userId, sort, name: "", reason, at, by, until };
}

/** The sanction that keeps a member from publishing, the wider one of several; null if there is none. */
export async function publishingBarredBy(
  db: Db,
  now: string,
  userId: number,
): Promise<{ target: AppealTarget; decision: Decision } | null> {
  const row = await sanctionOn(db, now, userId);
  return row ? { target: { kind: "sanction", id: row.id }, decision: sanctionOf(row) } : null;
}

type Removed = { author_id: number; name: string; reason: string; at: string; by: number | null };

async function removalOf(db: Db, kind: KindWith<"recoverable">, id: number): Promise<Decision | null> {
  const name = kind === "comment" ? sql`t.text` : storedAs(kind).under ? sql`t.excerpt` : sql`t.title`;
  const { rows } = await sql<Removed>`select t.author_id, ${name} as name, t.removed_reason as reason,
    t.removed_at as at, t.removed_by as by from ${sql.table(STORED[kind].table)} t
    where t.id = ${id} and t.removed_at is not null`.execute(db);
  const [row] = rows;
  return row ? { userId: row.author_id, sort: kind, ...row, until: null } : null;
}

/** SQL condition: whether the decision that an appeal `a` is about is still in force at a time (ISO 8601). */
export function decisionStands(now: string): RawBuilder<SqlBool> {
  const removed = kindsWith("recoverable").map(
    (kind) => sql`when ${sql.lit(kind)} then exists (select 1 from ${sql.table(STORED[kind].table)} t
      where t.id = a.target_id and t.removed_at = a.decision_at)`,
  );
  return sql<SqlBool>`case a.target_kind
    when 'review' then exists (select 1 from reviews r
      where r.id = a.target_id and r.state = 'refused' and r.decided_at = a.decision_at)
    when 'sanction' then exists (select 1 from sanctions s
      where s.id = a.target_id and s.lifted_at is null and (s.until_at is null or s.until_at > ${now}))
    ${sql.join(removed, sql` `)} end`;
}
