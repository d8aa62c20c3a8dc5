import { hasTrait, type Kind, type KindWith } from "#app/contract/kinds";
import { STORED } from "#upstream/db/stored-kinds";
import type { VersionKey } from "#upstream/db/versions";

/** Columns of a row that determine where the thing is shown; cases have no author, and only answers have a question. */
type Placed<K extends Kind> = { id: number; author_id?: number | null } & (K extends "answer"
  ? { question_id: number }
  : { question_id?: number });

/**
 * Version keys to `bump` after a change of a thing's text or counters: its own page, its card in lists, and its
 * author's profile. Lists show an answer only as part of its question. A comment is shown by what it belongs to.
 */
export function shownKeys<K extends Kind>(of: K, row: Placed<K>): VersionKey[] {
  const kind: Kind = of;
  if (!hasTrait(kind, "listed")) return [];
  const { id, author_id, question_id } = row;
  const [on, place] = kind === "answer" ? (["question", question_id ?? 0] as const) : ([kind, id] as const);
  return [`${on}/${place}`, `card/${on}/${place}`, ...(author_id == null ? [] : [`profile/${author_id}` as const])];
}

/** Version keys to `bump` after a thing was added, removed or moved: those of `shownKeys` and of the lists it is in. */
export function placedKeys<K extends Kind>(of: K, row: Placed<K>): VersionKey[] {
  const kind: Kind = of;
  if (!hasTrait(kind, "listed")) return [];
  return [...shownKeys(of, row), STORED[kind].table, ...(hasTrait(kind, "inFeed") ? ["feed" as const] : [])];
}

/**
 * Version key of the page that shows a thing: for an answer, its question's, or that of all answers if the question is
 * unknown.
 */
export function pageKeyOf(thing: { kind: KindWith<"searchable">; id: number; questionId: number | null }): VersionKey {
  if (thing.kind !== "answer") return `${thing.kind}/${thing.id}`;
  return thing.questionId === null ? "answers" : `question/${thing.questionId}`;
}
