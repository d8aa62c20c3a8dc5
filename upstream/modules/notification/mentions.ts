import { sql } from "kysely";
import type { KindWith } from "#app/contract/kinds";
import type { Db } from "#upstream/db/dialect";
import { isAlike } from "#upstream/db/like";
import type { VersionKey } from "#upstream/db/versions";
import type { Rendered } from "#upstream/services/markdown/markdown";
import { notify } from "./notify";

/** Maximum number of people mentioned in one text. */
const MENTIONS_MAX = 10;
/** A mention as written by the editor: `[@林致远](/u/12)`, rendered. */
const LINKED = /<a href="\/u\/(\d{1,15})"[^>]*>@/g;
/** A mention in plain text, up to the space that autocompletion inserts after the name. */
const NAMED = /@([\p{L}\p{N}_·.-]{1,20})/gu;
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

/** People mentioned by name in plain text; a name shared by several mentions nobody. */
export async function namedPeople(db: Db, text: string): Promise<number[]> {
  const names = [...new Set([...text.matchAll(NAMED)].map((match) => match[1] as string))].slice(0, MENTIONS_MAX);
  if (names.length === 0) return [];
  const meant = (name: string) => [...new Set([name, name.replace(AFTER_NAME, "")])].filter(Boolean);
  const alike = names.flatMap(meant).map((name) => isAlike(sql.ref("nickname"), name));
  const people = await db
    .selectFrom("users")
    .select(["id", "nickname"])
    .where((eb) => eb.or(alike))
    .where("deleted_at", "is", null)
    .limit(MENTIONS_MAX * 10)
    .execute();
  const ids = names.flatMap((name) => {
    const called = meant(name).map((one) => people.filter((person) => person.nickname === one));
    const [first, second] = called.find((some) => some.length > 0) ?? [];
    return first && !second ? [first.id] : [];
  });
  return [...new Set(ids)];
}
