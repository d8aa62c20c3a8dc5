import type { CommentTarget } from "#app/contract/comment";
import { kindsWith } from "#app/contract/kinds";
import type { HeldText } from "#app/contract/review";
import type { Db } from "#upstream/db/dialect";
import { fromJson } from "#upstream/db/schema/columns";
import { STORED } from "#upstream/db/stored-kinds";
import type { ReviewRow } from "./queries";

type Place = NonNullable<HeldText["place"]>;
type Stands = { targetKind?: CommentTarget; targetId?: number; questionId?: number };

/** Kinds with a title and with comments. */
const PLACES = kindsWith("commentable").filter((kind) => kind !== "answer");

/** Texts that held answers and comments belong to, by review id; missing ones are omitted. */
export async function placesOf(db: Db, rows: readonly ReviewRow[]): Promise<Map<number, Place>> {
  const wanted = rows.flatMap((row) => {
    const stands = standsOf(row);
    return stands ? [{ id: row.id, ...stands }] : [];
  });
  const idsOf = (kind: Place["kind"]) => wanted.filter((one) => one.kind === kind).map((one) => one.targetId);
  const answers = await answersIn(db, idsOf("answer"));
  const titles = new Map<string, string>();
  for (const kind of PLACES) {
    const ids = kind === "question" ? [...idsOf(kind), ...answers.values()] : idsOf(kind);
    for (const [id, title] of await titlesIn(db, STORED[kind].table, ids)) titles.set(`${kind}/${id}`, title);
  }
  const places = new Map<number, Place>();
  for (const { id, kind, targetId } of wanted) {
    const questionId = kind === "answer" ? (answers.get(targetId) ?? 0) : null;
    const title = titles.get(kind === "answer" ? `question/${questionId}` : `${kind}/${targetId}`);
    if (title !== undefined) places.set(id, { kind, id: targetId, title, questionId });
  }
  return places;
}

/** A change of an existing answer belongs to that answer's question. */
function standsOf({ kind, fields, target_id }: ReviewRow): { kind: Place["kind"]; targetId: number } | null {
  const { targetKind, targetId, questionId } = fromJson<Stands>(fields);
  if (kind === "comment") return targetKind && targetId ? { kind: targetKind, targetId } : null;
  if (kind !== "answer") return null;
  if (target_id !== null) return { kind: "answer", targetId: target_id };
  return questionId ? { kind: "question", targetId: questionId } : null;
}

async function answersIn(db: Db, ids: readonly number[]): Promise<Map<number, number>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("answers")
    .select(["id", "question_id"])
    .where("id", "in", ids)
    .where("deleted_at", "is", null)
    .execute();
  return new Map(rows.map((row) => [row.id, row.question_id]));
}

async function titlesIn(db: Db, table: (typeof STORED)[(typeof PLACES)[number]]["table"], ids: readonly number[]) {
  if (ids.length === 0) return new Map<number, string>();
  const rows = await db
    .selectFrom(table)
    .select(["id", "title"])
    .where("id", "in", ids)
    .where("deleted_at", "is", null)
    .execute();
  return new Map(rows.map((row) => [row.id, row.title]));
}
