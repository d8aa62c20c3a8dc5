import { CAPABILITIES, type Capability, UNOWNED } from "#app/contract/capabilities";
import { extApi } from "#app/contract/ext";
import { kindsWith } from "#app/contract/kinds";
import { implement } from "#upstream/call/implement";
import { show } from "#upstream/call/shown";
import { STORED } from "#upstream/db/stored-kinds";
import { keysOf, type VersionKey } from "#upstream/db/versions";
import { consumeLimits } from "#upstream/policy/limits";
import { hasOwner } from "#upstream/policy/staff-roles";
import { newestEntries } from "./feed";
import { glanceAt } from "./glance";
import { SITEMAP_KEYS, sitemapPart, sitemapParts } from "./sitemap";

const TAGS_MAX = 30;

export const ext = implement(extApi, {
  async capabilities(_, { db, wechat, sms, pay, fakes }) {
    const off: Partial<Record<Capability, boolean>> = { wechat: !wechat, sms: !sms, pay: !pay };
    const unowned = !fakes && !(await hasOwner(db));
    const here = CAPABILITIES.filter((name) => !off[name]);
    return { capabilities: [...here, ...(fakes ? ["dev"] : []), ...(unowned ? [UNOWNED] : [])] };
  },

  async sitemap({ query: { kind, part } }, { db, dependsOn }) {
    dependsOn(...SITEMAP_KEYS);
    const [parts, list] = await Promise.all([sitemapParts(db), kind ? sitemapPart(db, kind, part) : []]);
    return { parts, list };
  },

  async tags(_, { db, cached, dependsOn }) {
    const keys: VersionKey[] = kindsWith("tagged").map((kind) => STORED[kind].table);
    dependsOn(...keys);
    return cached("ext/tags", keys, () =>
      db
        .selectFrom("tags")
        .select(["name", "total"])
        .where("total", ">", 0)
        .orderBy("total", "desc")
        .orderBy("name")
        .limit(TAGS_MAX)
        .execute(),
    );
  },

  async preview({ body }, call) {
    await consumeLimits(call.db, call, [{ limit: "preview", subject: call.viewer.userId }]);
    const { html } = await call.markdown.render(body.content, { anchors: false });
    return { contentHtml: html };
  },

  async glance({ query: { kind, id } }, call) {
    return show(call, await glanceAt(call.db, kind, id));
  },

  async feed({ query: { kind, userId } }, { db, dependsOn }) {
    const kinds = kind === "all" ? kindsWith("syndicated") : [kind];
    if (userId === undefined) dependsOn(...kinds.map((one) => STORED[one].table));
    else dependsOn(`profile/${userId}`);
    const entries = await newestEntries(db, kinds, userId);
    const authors = entries.map((one) => one.author.userId);
    dependsOn(...keysOf("user", authors));
    return entries;
  },
});
