import { type RawBuilder, sql } from "kysely";
import type { FigureKey } from "#app/contract/admin/desk/figure-names";
import { DAY, HOUR, MINUTE } from "#runtime/time-units";
import { isoIn, type Services } from "#upstream/call/context";
import { lastDone } from "#upstream/modules/job/queue";
import { isHeld } from "#upstream/modules/zhiku/rights/is-held";

/** Age from which a question without answers counts as unanswered. */
const UNANSWERED = 48 * HOUR;
const ENDING = 30 * DAY;
/** Age from which an unpaid order should have been closed. */
const OVERDUE = 10 * MINUTE;

/** Current totals, by key. */
export async function statesNow({
  db,
  connection,
  clock,
}: Pick<Services, "db" | "connection" | "clock">): Promise<Map<FigureKey, number>> {
  const at = (milliseconds: number) => isoIn({ clock }, milliseconds);
  const now = at(0);
  const active = (since: string) => sql`select count(distinct user_id) from sessions
    where last_seen_at >= ${since} or created_at >= ${since}`;
  const questions: Partial<Record<FigureKey, RawBuilder<unknown>>> = {
    "member.day": active(at(-DAY)),
    "member.week": active(at(-7 * DAY)),
    "member.month": active(at(-30 * DAY)),
    "question.unanswered": sql`select count(*) from questions
      where deleted_at is null and answer_count = 0 and created_at < ${at(-UNANSWERED)}`,
    "report.open": sql`select count(*) from reports where state = 'open'`,
    "review.waiting": sql`select count(*) from reviews where state = 'waiting'`,
    "right.running": sql`select count(*) from zhiku_rights r where ${isHeld(now)}`,
    "right.ending": sql`select count(*) from zhiku_rights r where ${isHeld(now)} and r.until_at <= ${at(ENDING)}`,
    "queue.due": sql`select
      (select count(*) from messages where state in ('scheduled', 'sending', 'withdrawing') and send_at <= ${now})
      + (select count(*) from staff_drafts where publish_at <= ${now} and failure = '')
      + (select count(*) from taxonomy_moves where state <> 'done')
      + (select count(*) from zhiku_orders where state = 'pending' and expires_at <= ${at(-OVERDUE)})`,
    "size.objects": sql`select coalesce(sum(bytes), 0) from objects where confirmed = 1`,
    "size.database":
      connection.kind === "sqlite"
        ? sql`select page_count * page_size from pragma_page_count(), pragma_page_size()`
        : sql`select pg_database_size(current_database())`,
  };
  const states = new Map<FigureKey, number>();
  for (const [key, question] of Object.entries(questions)) {
    const { rows } = await sql<Record<string, number | string>>`${question}`.execute(db);
    states.set(key as FigureKey, Number(Object.values(rows[0] ?? {})[0]));
  }
  const backup = await lastDone(db, "backup");
  if (backup) {
    const age = clock().getTime() - Date.parse(backup.endedAt);
    states.set("backup.age", Math.max(0, Math.floor(age / HOUR)));
  }
  return states;
}
