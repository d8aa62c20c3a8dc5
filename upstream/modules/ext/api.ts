import { hasTrait, kindsWith } from "#app/contract/kinds";
import { isPart, kindsHere } from "#app/contract/parts";
import { extApi } from "#app/contract/site/ext";
import { previewCost } from "#app/contract/writing/preview-cost";
import { found } from "#upstream/call/errors";
import { implement } from "#upstream/call/implement";
import { STORED } from "#upstream/db/stored-kinds";
import { keysOf, type VersionKey } from "#upstream/db/versions";
import { authorView } from "#upstream/modules/author/author";
import { findPeople } from "#upstream/modules/author/person";
import { partsOff } from "#upstream/modules/config/parts-off";
import { currentTags, tidyTags } from "#upstream/modules/content/taggings";
import { tagsInUse } from "#upstream/modules/content/tags-in-use";
import { personMergedInto } from "#upstream/modules/merge-people/person-merged-into";
import { wayFrom } from "#upstream/modules/question/merged-into";
import { consumeLimits } from "#upstream/policy/limits";
import { followedUserIds } from "#upstream/viewer/follows";
import { newestEntries } from "./feed";
import { SITEMAP_KEYS, sitemapPart, sitemapParts } from "./sitemap";

const TAGS_MAX = 30;
/** Lists of all kinds whose changes may change tags. */
const TAGGED: readonly VersionKey[] = kindsWith("tagged").map((kind) => STORED[kind].table);

export const ext = implement(extApi, {
  async sitemap({ query: { kind, part } }, call) {
    const { db, dependsOn } = call;
    dependsOn(...SITEMAP_KEYS);
    const [off, found, list] = await Promise.all([
      partsOff(call),
      sitemapParts(db),
      kind ? sitemapPart(db, kind, part) : [],
    ]);
    const parts = Object.entries(found).map(([name, count]) => [name, isPart(name) && off.includes(name) ? 0 : count]);
    return { parts: Object.fromEntries(parts) as typeof found, list };
  },

  tags: (_, { db, cached }) => cached("ext/tags", TAGGED, () => tagsInUse(db, TAGS_MAX)),

  async tag({ query: { name } }, { db, dependsOn }) {
    dependsOn(...TAGGED);
    const [current = null] = await currentTags(db, tidyTags([name]));
    return { name: current };
  },

  async mergedQuestion({ query: { id } }, { db, dependsOn }) {
    const way = await wayFrom(db, id);
    dependsOn(...keysOf("question", [id, ...way]));
    return { id: way.at(-1) ?? null };
  },

  async mergedPerson({ query: { id } }, { db, dependsOn }) {
    const into = await personMergedInto(db, id);
    dependsOn(...keysOf("user", [id, into]));
    return { id: into };
  },

  async authorCard({ query: { userId, kind } }, { db, viewer, sharedPart }) {
    const card = await sharedPart(`ext/authorCard/${kind}/${userId}`, async (shared) => {
      shared.dependsOn(`user/${userId}`, `by/${kind}/${userId}`, `fans/${userId}`);
      const row = found((await findPeople(shared.db, { ids: [userId] })).at(0));
      return { ...authorView(row), writtenCount: row[`${kind}_count`], fansCount: row.fans_count };
    });
    const followed = await followedUserIds(db, viewer?.userId ?? null, [userId]);
    return { viewer: { followed: followed.has(userId), me: userId === viewer?.userId }, ...card };
  },

  async preview({ body }, call) {
    await consumeLimits(call.db, call, [
      { limit: "preview", subject: call.viewer.userId, times: previewCost(body.content.length) },
    ]);
    const { html } = await call.markdown.render(body.content, { anchors: false });
    return { contentHtml: html };
  },

  async feed({ query: { kind, ...of } }, call) {
    const { db, dependsOn } = call;
    const all = kind === "all" ? kindsHere(kindsWith("syndicated"), await partsOff(call)) : [kind];
    const kinds = of.classificationId === undefined ? all : all.filter((one) => one === "article");
    if (of.userId === undefined) dependsOn(...kinds.map((one) => STORED[one].table));
    else for (const one of kinds) if (hasTrait(one, "drafted")) dependsOn(`by/${one}/${of.userId}`);
    const entries = await newestEntries(db, kinds, of);
    for (const { kind, id } of entries) dependsOn(`card/${kind}/${id}`);
    const authors = entries.map((one) => one.author.userId);
    dependsOn(...keysOf("user", authors));
    return entries;
  },
});
