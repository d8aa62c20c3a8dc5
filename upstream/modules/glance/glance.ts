import { sql } from "kysely";
import { hasTrait, type Kind, type KindWith } from "#app/contract/kinds";
import type { ReportTarget } from "#app/contract/moderation/report";
import type { Glance } from "#app/contract/reading/glance";
import { found } from "#upstream/call/errors";
import type { Shown } from "#upstream/call/shown";
import type { Db } from "#upstream/db/dialect";
import { STORED } from "#upstream/db/stored-kinds";
import { keysOf, type VersionKey } from "#upstream/db/versions";

/** Maximum characters of a comment, which has no excerpt of its own. */
const WORDS_MAX = 200;

type GlancedThing = { kind: ReportTarget & Kind; id: number };
type Row = {
  title: string;
  words: string;
  place_kind: GlancedThing["kind"] | null;
  place_id: number | null;
  author_id: number | null;
  nickname: string | null;
};

/** SQL columns of a kind: its title (or that of what it belongs to), and its first words. */
function columnsOf(kind: KindWith<"reportable">) {
  if (kind === "comment")
    return sql`'' as title, t.text as words, t.target_kind as place_kind, t.target_id as place_id`;
  if (kind === "answer") {
    return sql`'' as title, t.excerpt as words, 'question' as place_kind, t.question_id as place_id`;
  }
  return sql`t.title, t.excerpt as words, null as place_kind, null as place_id`;
}

/**
 * Loads the short description of something by its id.
 * @throws BusinessError NOT_FOUND if it, or what it belongs to, does not exist or is deleted
 */
export async function glanceAt(db: Db, kind: ReportTarget, id: number): Promise<Shown<Glance>> {
  if (kind === "user") {
    const query = db.selectFrom("users").select(["nickname", "headline"]).where("id", "=", id);
    const user = found(await query.where("deleted_at", "is", null).executeTakeFirst());
    return { data: { title: user.nickname, excerpt: user.headline, author: null, under: null }, keys: [`user/${id}`] };
  }
  const author = hasTrait(kind, "owned") ? sql`t.author_id` : sql`null`;
  const { rows } = await sql<Row>`
    select ${columnsOf(kind)}, u.id as author_id, u.nickname
    from ${sql.table(STORED[kind].table)} t left join users u on u.id = ${author}
    where t.id = ${id} and t.deleted_at is null`.execute(db);
  const row = found(rows[0]);
  const { place_kind, place_id, author_id, nickname } = row;
  const place = place_kind && place_id ? await glanceAt(db, place_kind, place_id) : null;
  const own: VersionKey[] = hasTrait(kind, "paged") ? [`${kind}/${id}`] : [];
  return {
    data: {
      title: place?.data.title ?? row.title,
      excerpt: [...row.words].slice(0, WORDS_MAX).join(""),
      author: nickname,
      under: place && place_kind && place_id ? { kind: place_kind, id: place_id } : null,
    },
    keys: [...own, ...(place?.keys ?? []), ...keysOf("user", [author_id])],
  };
}
