import { sql } from "kysely";
import type { KindWith } from "#app/contract/kinds";
import type { WaitingProposal } from "#app/contract/writing/proposal";
import type { Db } from "#upstream/db/dialect";
import { STORED } from "#upstream/db/stored-kinds";
import { peopleById } from "#upstream/modules/author/people-by-id";

/** Maximum number listed, newest first. */
const SHOWN_MAX = 100;

type Row = Pick<WaitingProposal, "id" | "kind" | "title" | "reason"> & { user_id: number; created_at: string };

/** Person whose list it is: of proposals by others for their texts, or of their own. */
type Whose = { userId: number; by: "others" | "me" };

/** Somebody's pending proposals about texts of some kinds, newest first; two statements. */
export async function waitingFor(
  db: Db,
  { userId, by }: Whose,
  kinds: readonly KindWith<"drafted">[],
): Promise<WaitingProposal[]> {
  const person = by === "me" ? sql`p.user_id` : sql`x.author_id`;
  const ofKind = kinds.map((kind) => {
    const text = sql.table(STORED[kind].table);
    const title = kind === "answer" ? sql`(select q.title from questions q where q.id = x.question_id)` : sql`x.title`;
    return sql`select p.id, p.kind, ${title} as title, p.reason, p.user_id, p.created_at from ${text} x
      join proposals p on p.kind = ${sql.lit(kind)} and p.item_id = x.id and p.state = 'open'
      where ${person} = ${userId} and x.deleted_at is null`;
  });
  const { rows } = await sql<Row>`select * from (${sql.join(ofKind, sql` union all `)}) as waiting
    order by created_at desc, id desc limit ${SHOWN_MAX}`.execute(db);
  const people = await peopleById(
    db,
    rows.map(({ user_id }) => Number(user_id)),
  );
  return rows.flatMap(({ id, kind, title, reason, user_id, created_at: createdAt }) => {
    const by = people.get(Number(user_id));
    return by ? [{ id: Number(id), kind, title, reason, by, createdAt }] : [];
  });
}
