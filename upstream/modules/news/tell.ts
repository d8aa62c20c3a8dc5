import { sql } from "kysely";
import type { Db } from "../../db/dialect";
import type { NewsTable } from "../../db/schema/news";
import type { VersionKey } from "../../db/versions";

type Verb = Exclude<NewsTable["verb"], "system">;

/** Milliseconds in which a reaction can be taken back without anybody having heard of it. */
const SLIP_TIME = 10_000;

const KINDS: Record<Verb, NewsTable["kind"]> = {
  comment: "comment",
  reply: "comment",
  answer: "comment",
  mention: "comment",
  like: "like",
  vote: "like",
  accept: "like",
  favorite: "collection_follow",
  follow: "collection_follow",
};
/** What is shown one by one, because each says something else. */
const SINGLE: readonly Verb[] = ["comment", "reply", "mention"];
/** What a second click takes back. */
const SLIPS: readonly Verb[] = ["like", "vote", "favorite", "follow"];

/** What somebody did, and who gets to hear of it; nobody (null) does for a case. */
export type Deed = {
  userId: number | null;
  verb: Verb;
  actorId: number;
  target: { kind: NewsTable["target_kind"]; id: number };
  source?: { kind: "comment" | "answer"; id: number };
};

/** What changes with every notification of a person. */
export const newsKey = (userId: number): VersionKey => `news/${userId}`;

/**
 * Tells people of what was done, in the transaction that did it; nobody hears of what they did themselves. Doing
 * again what was taken back is the same news.
 * @returns what to `bump`
 */
export async function tell(trx: Db, deeds: readonly Deed[], createdAt: string): Promise<VersionKey[]> {
  const told = deeds.flatMap((deed) =>
    deed.userId === null || deed.userId === deed.actorId ? [] : [rowOf(deed, deed.userId, createdAt)],
  );
  if (told.length === 0) return [];
  await trx
    .insertInto("news")
    .values(told)
    .onConflict((conflict) =>
      conflict
        .columns(["user_id", "verb", "actor_id", "target_kind", "target_id", "source_kind", "source_id"])
        .where("verb", "!=", sql.lit("system"))
        .doUpdateSet({ hidden_at: null, visible_at: sql`excluded.visible_at` }),
    )
    .execute();
  return told.map((row) => newsKey(row.user_id));
}

function rowOf({ verb, actorId, target, source }: Deed, userId: number, createdAt: string) {
  const subject = SINGLE.includes(verb) && source ? source : target;
  const visible = SLIPS.includes(verb) ? new Date(Date.parse(createdAt) + SLIP_TIME).toISOString() : createdAt;
  return {
    user_id: userId,
    kind: KINDS[verb],
    verb,
    actor_id: actorId,
    target_kind: target.kind,
    target_id: target.id,
    source_kind: source?.kind ?? ("" as const),
    source_id: source?.id ?? 0,
    group_key: `${verb}/${subject.kind}/${subject.id}`,
    created_at: createdAt,
    visible_at: visible,
    read_at: null,
    hidden_at: null,
  };
}

/** Takes news of reactions back. @returns what to `bump` */
export async function untell(trx: Db, deeds: readonly Deed[], at: string): Promise<VersionKey[]> {
  const keys: VersionKey[] = [];
  for (const { userId, verb, actorId, target } of deeds) {
    if (userId === null || userId === actorId) continue;
    await trx
      .updateTable("news")
      .set({ hidden_at: at })
      .where("user_id", "=", userId)
      .where("verb", "=", verb)
      .where("actor_id", "=", actorId)
      .where("target_kind", "=", target.kind)
      .where("target_id", "=", target.id)
      .where("hidden_at", "is", null)
      .execute();
    keys.push(newsKey(userId));
  }
  return keys;
}
