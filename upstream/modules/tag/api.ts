import { kindsWith } from "#app/contract/kinds";
import { tagApi } from "#app/contract/reading/tag";
import { implement } from "#upstream/call/implement";
import { STORED } from "#upstream/db/stored-kinds";
import type { VersionKey } from "#upstream/db/versions";
import { currentTags, tidyTags } from "#upstream/modules/content/taggings";
import { tagsInUse } from "#upstream/modules/content/tags-in-use";

const TAGS_MAX = 30;
/** Lists of all kinds whose changes may change tags. */
const TAGGED: readonly VersionKey[] = kindsWith("tagged").map((kind) => STORED[kind].table);

export const tag = implement(tagApi, {
  popular: (_, { db, cached }) => cached("tag/popular", TAGGED, () => tagsInUse(db, TAGS_MAX)),

  async current({ query: { name } }, { db, dependsOn }) {
    dependsOn(...TAGGED);
    const [current = null] = await currentTags(db, tidyTags([name]));
    return { name: current };
  },
});
