import type { Author } from "#app/contract/common";
import type { NotificationEntry } from "#app/contract/notification";
import { KIND_OF_VERB } from "./notify";
import type { EventRow } from "./queries";
import type { Subject } from "./subjects";

/** Names that are shown of those who did the same. */
export const ACTORS_SHOWN = 2;

/** Those who did it, the last first, each once. */
export const actorsOf = (group: readonly EventRow[]): number[] => [
  ...new Set(group.map((event) => event.actor_id).filter((id) => id !== 0)),
];

/** One entry of a list; `group` is not empty and begins with the newest. */
export function notificationView(
  group: readonly EventRow[],
  people: ReadonlyMap<number, Author>,
  subjects: ReadonlyMap<string, Subject>,
): NotificationEntry {
  const newest = group[0] as EventRow;
  const actors = actorsOf(group);
  const about = subjects.get(`${newest.target_kind}/${newest.target_id}`);
  const source = newest.source_kind ? subjects.get(`${newest.source_kind}/${newest.source_id}`) : undefined;
  return {
    id: newest.id,
    kind: KIND_OF_VERB[newest.verb],
    verb: newest.verb,
    actors: actors.slice(0, ACTORS_SHOWN).flatMap((id) => people.get(id) ?? []),
    actorCount: actors.length,
    title: newest.title || (about?.title ?? ""),
    excerpt: newest.excerpt || excerptOf(newest, about, source),
    target: targetOf(newest, actors, about, source),
    read: newest.read_at !== null,
    createdAt: newest.created_at,
  };
}

/** The words that came of it; of reactions, the answer or the comment that was meant. */
function excerptOf(newest: EventRow, about: Subject | undefined, source: Subject | undefined): string {
  if (source) return source.excerpt;
  return newest.target_kind === "answer" || newest.target_kind === "comment" ? (about?.excerpt ?? "") : "";
}

/** Paths carry numbers; the pages lead from them to the short ids. */
function targetOf(
  newest: EventRow,
  actors: readonly number[],
  about: Subject | undefined,
  source: Subject | undefined,
): NotificationEntry["target"] {
  const { target_kind: kind, target_id: id } = newest;
  if (kind === "page")
    return newest.path ? { kind, id, path: newest.path, questionId: null, commentId: null, parentId: null } : null;
  if (kind === "user") {
    // One new fan is a person to look at; several are a list.
    const path = actors.length === 1 ? `/u/${actors[0]}` : `/u/${id}/follow/fans`;
    return { kind, id, path, questionId: null, commentId: null, parentId: null };
  }
  const place = source ?? about;
  if (!place) return null;
  const answer = place.answerId === null ? "" : `?aid=${place.answerId}`;
  const comment = place.commentId === null ? "" : `#comment-${place.commentId}`;
  return {
    kind,
    id,
    path: `/${place.kind}/${place.id}${answer}${comment}`,
    questionId: place.kind === "question" ? place.id : null,
    commentId: place.commentId,
    parentId: place.parentId,
  };
}
