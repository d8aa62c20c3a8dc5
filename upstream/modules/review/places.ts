import type { CommentTarget } from "#app/contract/content/comment";
import type { Db } from "#upstream/db/dialect";
import { fromJson } from "#upstream/db/schema/columns";
import { findPlaces, type Place } from "#upstream/modules/content/places";
import type { ReviewRow } from "./queries";

type Stands = { targetKind?: CommentTarget; targetId?: number; questionId?: number };

/** Texts that held answers and comments belong to, by review id; missing ones are omitted. */
export function placesOf(db: Db, rows: readonly ReviewRow[]): Promise<Map<number, Place>> {
  const wanted = rows.flatMap((row) => {
    const about = placeOfHeld(row);
    return about ? [{ key: row.id, ...about }] : [];
  });
  return findPlaces(db, wanted);
}

/** Kind and id of the text that a held answer or comment belongs to; a changed answer belongs to the published one. */
export function placeOfHeld({ kind, fields, target_id }: ReviewRow): { kind: Place["kind"]; targetId: number } | null {
  const { targetKind, targetId, questionId } = fromJson<Stands>(fields);
  if (kind === "comment") return targetKind && targetId ? { kind: targetKind, targetId } : null;
  if (kind !== "answer") return null;
  if (target_id !== null) return { kind: "answer", targetId: target_id };
  return questionId ? { kind: "question", targetId: questionId } : null;
}
