import { adminTextApi } from "#app/contract/admin/site/text";
import { SITE_TEXTS, type SiteTextKey, siteTextKeys } from "#app/contract/site/site-texts";
import { invalid } from "#upstream/call/errors";
import { type Handlers, implement } from "#upstream/call/implement";
import { type Undos, undo } from "#upstream/call/undo";
import { changeSiteText, findSiteText, prepareSiteText } from "#upstream/modules/config/site-texts";
import { changedSince } from "#upstream/policy/changed-since";
import { staffWrite } from "#upstream/policy/staff-write";
import { markUsed } from "#upstream/services/storage/file-keys";

const SHORT_MAX = 300;

/** State of a text, as logged; null if there was none. */
type Kept = { title: string; content: string; version: number } | null;

const keptOf = (row: { title: string; content: string; version: number } | undefined): Kept =>
  row ? { title: row.title, content: row.content, version: row.version } : null;

const handlers: Handlers<typeof adminTextApi> = {
  async list(_, { db }) {
    const rows = await db.selectFrom("site_texts").selectAll().where("key", "in", siteTextKeys).execute();
    const held = new Map(rows.map((row) => [row.key, row]));
    return siteTextKeys.map((key) => {
      const { title = "", content = "", version = 0, updated_at = null } = held.get(key) ?? {};
      return { key, ...SITE_TEXTS[key], title, content, version, updatedAt: updated_at };
    });
  },

  async put({ body: { key, version, title, content } }, call) {
    const { kind, name } = SITE_TEXTS[key];
    if (kind === "page" && content === "") throw invalid({ content: "内容不能为空" });
    if (kind === "short" && [...content].length > SHORT_MAX) {
      throw invalid({ content: `内容不能超过${SHORT_MAX}个字` });
    }
    const named = kind === "page" ? title || name : "";
    const ready = await prepareSiteText(call, { key, title: named, content, kind });
    return staffWrite(call, async (trx, note) => {
      const before = keptOf(await findSiteText(trx, key));
      await markUsed(trx, [ready.content, ready.html ?? ""]);
      const after = { title: named, content, version: await changeSiteText(trx, ready, version) };
      note({ action: "text.put", kind: "text", target: key, before, after });
      return { version: after.version };
    });
  },
};

const UNDOS: Undos = {
  "text.put": undo<Kept, NonNullable<Kept>>(async (trx, call, { target, before, after: { version } }) => {
    const key = target as SiteTextKey;
    if ((await findSiteText(trx, key))?.version !== version) {
      throw changedSince();
    }
    // An empty text is a missing one for readers, and its version tells a form opened before.
    const { title, content } = before ?? { title: "", content: "" };
    const ready = await prepareSiteText(call, { key, title, content, kind: SITE_TEXTS[key].kind });
    await markUsed(trx, [ready.content, ready.html ?? ""]);
    await changeSiteText(trx, ready, version);
  }),
};

export const adminText = implement(adminTextApi, handlers, UNDOS);
