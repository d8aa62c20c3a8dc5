import type { KindWith } from "#app/contract/kinds";
import { NAME_TO_CALL } from "#app/contract/text/name-to-call";
import type { Db } from "#upstream/db/dialect";
import type { Called } from "#upstream/db/schema/comments";
import { sharesName } from "#upstream/db/shares-name";
import type { VersionKey } from "#upstream/db/versions";
import type { Rendered } from "#upstream/services/markdown/markdown";
import { nameKey } from "#upstream/text/name-key";
import { notify } from "./notify";

/** Maximum number of people mentioned in one text. */
const MENTIONS_MAX = 10;
/** A mention as written by the editor: `[@林致远](/u/12)`, rendered. */
const LINKED = /<a href="\/u\/(\d{1,15})"[^>]*>@/g;
/** A mention in plain text, as in a comment: up to the space that its form inserts after the name. */
const NAMED = new RegExp(`@(${NAME_TO_CALL})`, "gu");
/** Marks after a name that may belong to the sentence instead, and what follows several of them (@林致远...你看). */
const AFTER_NAME = /[._·-]{2,}.*$|[._·-]$/u;

/**
 * Notifies the people mentioned in a text, each once per text.
 * @returns version keys to `bump`
 */
export async function notifyMentioned(
  trx: Db,
  target: { kind: KindWith<"drafted">; id: number },
  text: { authorId: number; createdAt: string; rendered: Rendered },
): Promise<VersionKey[]> {
  const people = await linkedPeople(trx, text.rendered.html);
  const about = { verb: "mention" as const, actorId: text.authorId, target };
  return notify(
    trx,
    people.map((userId) => ({ ...about, userId })),
    text.createdAt,
  );
}

/** People mentioned in a rendered text. */
async function linkedPeople(db: Db, html: string): Promise<number[]> {
  const ids = new Set([...html.matchAll(LINKED)].map((match) => Number(match[1])));
  if (ids.size === 0) return [];
  const people = await db
    .selectFrom("users")
    .select("id")
    .where("id", "in", [...ids].slice(0, MENTIONS_MAX))
    .where("deleted_at", "is", null)
    .execute();
  return people.map((person) => person.id);
}

/** People called by name in a plain text, in order; a name shared by several calls nobody. */
export async function findCalled(db: Db, text: string): Promise<Called[]> {
  const calls = callsIn(text);
  const names = [...new Set(calls.flatMap(({ meant }) => meant))];
  if (names.length === 0) return [];
  const people = await db
    .selectFrom("users")
    .select(["nickname", (eb) => eb.fn.min("id").as("id"), (eb) => eb.fn.countAll<number>().as("count")])
    .where((eb) => eb.or([eb("name_key", "in", names.map(nameKey)), eb.and([sharesName, eb("nickname", "in", names)])]))
    .where("deleted_at", "is", null)
    .groupBy("nickname")
    .execute();
  const byName = new Map(people.map((person) => [person.nickname, person]));
  return calls.flatMap(({ from, meant }) => {
    const person = meant.map((name) => byName.get(name)).find((one) => one !== undefined);
    if (!person || Number(person.count) > 1) return [];
    return [{ from, to: from + 1 + person.nickname.length, userId: Number(person.id) }];
  });
}

/** Ids of people who are called, each once. */
export const idsOf = (called: readonly Called[]): number[] => [...new Set(called.map(({ userId }) => userId))];

/** Calls in a plain text, by the first few names: where they are, and the names that may be meant, best first. */
function callsIn(text: string): { from: number; meant: string[] }[] {
  const calls = [...text.matchAll(NAMED)].map(({ 1: name = "", index }) => ({ from: index, name }));
  const names = [...new Set(calls.map(({ name }) => name))].slice(0, MENTIONS_MAX);
  return calls
    .filter(({ name }) => names.includes(name))
    .map(({ from, name }) => ({ from, meant: [...new Set([name, name.replace(AFTER_NAME, "")])].filter(Boolean) }));
}
