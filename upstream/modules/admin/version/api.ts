import { adminVersionApi } from "#app/contract/admin/content/version";
import { BusinessError, found } from "#upstream/call/errors";
import { type Handlers, implement } from "#upstream/call/implement";
import type { Db } from "#upstream/db/dialect";
import { fromJson } from "#upstream/db/schema/columns";
import { thingAt } from "#upstream/modules/admin/content/things";
import { AUTHOR_COLUMNS, type AuthorColumns, authorView } from "#upstream/modules/author/author";
import { withholdVersions } from "#upstream/modules/content/text-versions";
import { staffWrite } from "#upstream/policy/staff-write";
import { writeAgain } from "./revert";
import { notifyAuthor, presentVersion, type Rewritten, undoRewritten, type Versioned } from "./rewritten";

const ACTION = "content.revert";
/** Maximum characters of a text used as its name if it has no title. */
const NAME_MAX = 40;

type Fields = { title?: string; content?: string };

const handlers: Handlers<typeof adminVersionApi> = {
  async list({ params }, { db }) {
    const version = await presentVersion(db, params);
    const rows = await versionsOf(db, params).orderBy("v.version", "desc").execute();
    return { version, list: rows.map(versionView) };
  },

  async get({ params: { version, ...place } }, call) {
    const present = await presentVersion(call.db, place);
    const row = found(await versionsOf(call.db, place).where("v.version", "=", version).executeTakeFirst());
    const now = await versionsOf(call.db, place).where("v.version", "=", present).executeTakeFirst();
    const fields = fromJson<Record<string, unknown>>(row.fields);
    const { html } = await call.markdown.render(String(fields.content ?? ""));
    return {
      ...versionView(row),
      contentHtml: html,
      fields,
      present: now ? fromJson<Record<string, unknown>>(now.fields) : {},
    };
  },

  revert: ({ body: { kind, id, version, present, reason } }, call) =>
    staffWrite(call, async (trx, note) => {
      const place = { kind, id };
      const row = found(await versionsOf(trx, place).where("v.version", "=", version).executeTakeFirst());
      if ((await presentVersion(trx, place)) !== present) throw new BusinessError("CONFLICT");
      const { deleted_at } = await thingAt(trx, place);
      if (deleted_at !== null) throw new BusinessError("CONFLICT", "它不在站上，恢复以后才能换版本");
      const now = await writeAgain(trx, call, { ...place, version: present, fields: fromJson(row.fields) });
      if (now === present) throw new BusinessError("CONFLICT", "它现在就是这个样子");
      const withheld = await withholdVersions(trx, place, { kept: version, last: present });
      const told = await notifyAuthor(trx, call, place, { what: "content-reverted", reason });
      const [before, after]: Rewritten[] = [{ version: present }, { version: now, from: version, told, withheld }];
      note({ action: ACTION, kind, target: id, before, after, reason });
      return { version: now };
    }),
};

export const adminVersion = implement(adminVersionApi, handlers, { [ACTION]: undoRewritten });

const versionsOf = (db: Db, { kind, id }: Versioned) =>
  db
    .selectFrom("text_versions as v")
    .leftJoin("users as u", "u.id", "v.author_id")
    .select(["v.version", "v.fields", "v.written_at", ...AUTHOR_COLUMNS])
    .where("v.kind", "=", kind)
    .where("v.item_id", "=", id);

type Row = { version: number; fields: string; written_at: string } & {
  [Column in keyof AuthorColumns]: AuthorColumns[Column] | null;
};

function versionView(row: Row) {
  const { title = "", content = "" } = fromJson<Fields>(row.fields);
  return {
    version: row.version,
    name: title || content.slice(0, NAME_MAX),
    at: row.written_at,
    by: row.author_user_id === null ? null : authorView(row as Parameters<typeof authorView>[0]),
    length: content.length,
  };
}
