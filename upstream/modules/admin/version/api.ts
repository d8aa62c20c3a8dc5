import { adminVersionApi, type RevertedKind } from "#app/contract/admin/version";
import { nowIso } from "#upstream/call/context";
import { BusinessError, found } from "#upstream/call/errors";
import { implement } from "#upstream/call/implement";
import type { Db } from "#upstream/db/dialect";
import { fromJson } from "#upstream/db/schema/columns";
import { STORED } from "#upstream/db/stored-kinds";
import { undoes } from "#upstream/modules/admin/audit/undo";
import type { Told } from "#upstream/modules/admin/content/remove-and-tell";
import { thingAt } from "#upstream/modules/admin/content/things";
import { AUTHOR_COLUMNS, type AuthorColumns, authorView } from "#upstream/modules/author/author";
import { setHidden, type Withheld, withholdVersions } from "#upstream/modules/content/text-versions";
import { notifyBySystem, takeBackMessage } from "#upstream/modules/notification/notify-by-system";
import { staffWrite } from "#upstream/policy/staff-write";
import { writeAgain } from "./revert";

const ACTION = "content.revert";
/** Characters by which a text without a title is named. */
const NAME_MAX = 40;

type Place = { kind: RevertedKind; id: number };
type Fields = { title?: string; content?: string };
/**
 * Version of a text before and after, as the log keeps it; `from` is the version whose fields it has now, `withheld` are those
 * between, which readers don't get any more.
 */
type Kept = { version: number; from?: number; told?: Told[]; withheld?: Withheld[] };

export const adminVersion = implement(adminVersionApi, {
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
      ...{ contentHtml: html, fields },
      present: now ? fromJson<Record<string, unknown>>(now.fields) : {},
    };
  },

  revert: ({ body: { kind, id, version, present, reason } }, call) =>
    staffWrite(call, async (trx, note) => {
      const place = { kind, id };
      const row = found(await versionsOf(trx, place).where("v.version", "=", version).executeTakeFirst());
      if ((await presentVersion(trx, place)) !== present) throw new BusinessError("CONFLICT");
      const { author_user_id: userId, deleted_at } = await thingAt(trx, place);
      if (deleted_at !== null) throw new BusinessError("CONFLICT", "它不在站上，恢复以后才能换版本");
      const now = await writeAgain(trx, call, { ...place, version: present, fields: fromJson(row.fields) });
      if (now === present) throw new BusinessError("CONFLICT", "它现在就是这个样子");
      const withheld = await withholdVersions(trx, place, { kept: version, last: present });
      const told: Told[] = [];
      if (userId !== null && userId !== call.viewer.userId && kind !== "case") {
        const { name } = await thingAt(trx, place);
        const message = { kind: "content-reverted", written: kind, name, reason } as const;
        const key = await notifyBySystem(trx, { userId, message, at: nowIso(call) });
        if (key !== null) told.push({ userId, key });
      }
      const [before, after]: Kept[] = [{ version: present }, { version: now, from: version, told, withheld }];
      note({ action: ACTION, kind, target: id, before, after, reason });
      return { version: now };
    }),
});

/** @throws BusinessError NOT_FOUND when there is no such thing */
async function presentVersion(db: Db, { kind, id }: Place): Promise<number> {
  const row = await db.selectFrom(STORED[kind].table).select("version").where("id", "=", id).executeTakeFirst();
  return found(row).version;
}

const versionsOf = (db: Db, { kind, id }: Place) =>
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

undoes(ACTION, async (trx, call, { kind, target, before, after }) => {
  const place = { kind: kind as RevertedKind, id: Number(target) };
  const [then, now] = [before as Kept, after as Kept];
  if ((await presentVersion(trx, place)) !== now.version) {
    throw new BusinessError("CONFLICT", "之后又改过了，不能直接撤销");
  }
  const row = found(await versionsOf(trx, place).where("v.version", "=", then.version).executeTakeFirst());
  await writeAgain(trx, call, { ...place, version: now.version, fields: fromJson(row.fields) });
  for (const { version, before: by } of now.withheld ?? []) await setHidden(trx, { ...place, version }, by);
  for (const { userId, key } of now.told ?? []) await takeBackMessage(trx, userId, key);
});
