import type { PlacedComment } from "#app/contract/content/comment";
import { kindsWith } from "#app/contract/kinds";
import type { Db } from "#upstream/db/dialect";
import { STORED } from "#upstream/db/stored-kinds";

/** A text that unpublished words belong to: title, and the question if it is an answer. */
export type Place = PlacedComment["target"];

/** A text to be looked up, with the key under which it is wanted. */
export type WantedPlace<Key> = { key: Key; kind: Place["kind"]; targetId: number };

/** Kinds with a title and with comments. */
const PLACES = kindsWith("commentable").filter((kind) => kind !== "answer");

/** Looks up texts by kind and id; those that are gone are omitted. */
export async function findPlaces<Key>(db: Db, wanted: readonly WantedPlace<Key>[]): Promise<Map<Key, Place>> {
  const idsOf = (kind: Place["kind"]) => wanted.filter((one) => one.kind === kind).map((one) => one.targetId);
  const answers = await answersIn(db, idsOf("answer"));
  const titles = new Map<string, string>();
  for (const kind of PLACES) {
    const ids = kind === "question" ? [...idsOf(kind), ...answers.values()] : idsOf(kind);
    for (const [id, title] of await titlesIn(db, STORED[kind].table, ids)) titles.set(`${kind}/${id}`, title);
  }
  const places = new Map<Key, Place>();
  for (const { key, kind, targetId } of wanted) {
    const questionId = kind === "answer" ? (answers.get(targetId) ?? 0) : null;
    const title = titles.get(kind === "answer" ? `question/${questionId}` : `${kind}/${targetId}`);
    if (title !== undefined) places.set(key, { kind, id: targetId, title, questionId });
  }
  return places;
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
