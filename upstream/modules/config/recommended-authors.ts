import type { RecommendedAuthor } from "#app/contract/site/config";
import type { Services } from "#upstream/call/context";
import { keysOf, type VersionKey } from "#upstream/db/versions";
import { cardView, findPeople } from "#upstream/modules/author/person";
import { readSetting } from "./settings";

/**
 * The people of the setting `recommend-author` in its order, without closed accounts, and what the result depends on.
 */
export async function recommendedAuthors(
  services: Services,
): Promise<{ authors: Omit<RecommendedAuthor, "viewer">[]; keys: VersionKey[] }> {
  const ids = await readSetting(services, "recommend-author");
  const keys: VersionKey[] = ["config", ...keysOf("user", ids), ...keysOf("card/user", ids)];
  if (ids.length === 0) return { authors: [], keys };
  const authors = await services.cached("config/recommended-authors", keys, async () => {
    const rows = await findPeople(services.db, { ids });
    const byId = new Map(rows.map((row) => [row.author_user_id, row]));
    return ids.flatMap((id) => byId.get(id) ?? []).map(cardView);
  });
  return { authors, keys };
}
