import { hasTrait, kindsWith } from "#app/contract/kinds";
import { isPart, kindsHere } from "#app/contract/parts";
import { syndicationApi } from "#app/contract/site/syndication";
import type { found } from "#upstream/call/errors";
import { implement } from "#upstream/call/implement";
import { STORED } from "#upstream/db/stored-kinds";
import { keysOf } from "#upstream/db/versions";
import { partsOff } from "#upstream/modules/config/parts-off";
import { newestEntries } from "./feed";
import { SITEMAP_KEYS, sitemapPart, sitemapParts } from "./sitemap";

export const syndication = implement(syndicationApi, {
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
});
