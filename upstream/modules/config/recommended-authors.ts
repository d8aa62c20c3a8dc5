import type { RecommendedAuthor } from "#app/contract/config";
import type { Services } from "#upstream/call/context";
import { keysOf, type VersionKey } from "#upstream/db/versions";
import { AUTHOR_COLUMNS, authorView } from "#upstream/modules/author/author";
import { readSetting } from "./settings";

/** The people of the setting `recommend-author` in its order, closed accounts left out, with what it was made from. */
export async function recommendedAuthors(
  services: Services,
): Promise<{ authors: Omit<RecommendedAuthor, "viewer">[]; keys: VersionKey[] }> {
  const ids = await readSetting(services, "recommend-author");
  const keys: VersionKey[] = ["config", ...keysOf("user", ids), ...keysOf("profile", ids)];
  if (ids.length === 0) return { authors: [], keys };
  const authors = await services.cached("config/recommended-authors", keys, async () => {
    const rows = await services.db
      .selectFrom("users as u")
      .select([...AUTHOR_COLUMNS, "u.answer_count", "u.article_count", "u.fans_count"])
      .where("u.id", "in", ids)
      .where("u.deleted_at", "is", null)
      .execute();
    const byId = new Map(rows.map((row) => [row.author_user_id, row]));
    return ids
      .flatMap((id) => byId.get(id) ?? [])
      .map((row) => ({
        ...authorView(row),
        answerCount: row.answer_count,
        articleCount: row.article_count,
        fansCount: row.fans_count,
      }));
  });
  return { authors, keys };
}
