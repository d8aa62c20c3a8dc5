import type { Author } from "#app/contract/common";
import type { NotificationEntry } from "#app/contract/notification/notification";
import { KIND_OF_VERB } from "./notify";
import type { EventRow } from "./queries";
import type { Subject } from "./subjects";

/** Maximum number of names shown in a group. */
export const ACTORS_SHOWN = 2;

/** Ids of the actors, latest first, each once. */
export const actorsOf = (group: readonly EventRow[]): number[] => [
  ...new Set(group.map((event) => event.actor_id).filter((id) => id !== 0)),
];

/** Maps a group of somebody's events, which is not empty and starts with the newest one. */
export function notificationView(
  userId: number,
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
    own: about?.authorId === userId,
    read: newest.read_at !== null,
    createdAt: newest.created_at,
  };
}

/** Excerpt of what the event created; for reactions, of the answer or comment it was about. */
function excerptOf(newest: EventRow, about: Subject | undefined, source: Subject | undefined): string {
  if (source) return source.excerpt;
  return newest.target_kind === "answer" || newest.target_kind === "comment" ? (about?.excerpt ?? "") : "";
}

/** Paths have numeric ids; pages redirect to the short ids. */
function targetOf(
  newest: EventRow,
  actors: readonly number[],
  about: Subject | undefined,
  source: Subject | undefined,
): NotificationEntry["target"] {
  const { target_kind: kind, target_id: id } = newest;
  if (newest.path) return { kind, id, path: newest.path, questionId: null, commentId: null, parentId: null };
  if (kind === "page") return null;
  if (kind === "user") {
    // One new follower links to their profile, several to the list.
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
