import { hasTrait, type Kind, type KindWith } from "#app/contract/kinds";
import { STORED } from "#upstream/db/stored-kinds";
import type { VersionKey } from "#upstream/db/versions";

/** Columns of a row that say where the thing is shown; cases have no author, and only answers a question. */
type Shown<K extends Kind> = { id: number; author_id?: number | null } & (K extends "answer"
  ? { question_id: number }
  : { question_id?: number });

/**
 * Version keys of what shows a thing, for `bump` after a change of its words or numbers: its own page, its card in whatever
 * list it stands, and the profile of who wrote it. Of an answer lists show no more than they do of its question. What shows
 * a comment is what it stands under.
 */
export function shownKeys<K extends Kind>(of: K, row: Shown<K>): VersionKey[] {
  const kind: Kind = of;
  if (!hasTrait(kind, "listed")) return [];
  const { id, author_id, question_id } = row;
  const [on, place] = kind === "answer" ? (["question", question_id ?? 0] as const) : ([kind, id] as const);
  return [`${on}/${place}`, `card/${on}/${place}`, ...(author_id == null ? [] : [`profile/${author_id}` as const])];
}

/** Version keys of what shows a thing and of the lists that it is in, for `bump` after it has come, gone or moved. */
export function placedKeys<K extends Kind>(of: K, row: Shown<K>): VersionKey[] {
  const kind: Kind = of;
  if (!hasTrait(kind, "listed")) return [];
  return [...shownKeys(of, row), STORED[kind].table, ...(hasTrait(kind, "inFeed") ? ["feed" as const] : [])];
}

/** Key of the page that a thing stands on: an answer's is its question's, or that of all answers where it is not known. */
export function pageKeyOf(thing: { kind: KindWith<"searchable">; id: number; questionId: number | null }): VersionKey {
  if (thing.kind !== "answer") return `${thing.kind}/${thing.id}`;
  return thing.questionId === null ? "answers" : `question/${thing.questionId}`;
}
