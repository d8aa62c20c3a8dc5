import type { Kysely } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { articleApi } from "#app/contract/content/article";
import { formApi } from "#app/contract/content/form";
import { userApi } from "#app/contract/people/user";
import { draftApi } from "#app/contract/writing/draft";
import { EDITOR_FIELDS, type EditorField, type WrittenKind } from "#app/contract/writing/editor-fields";
import { createTestUpstream, type TestUpstream } from "#tests/upstream/support/harness";
import { createWriter, type Writer } from "#tests/upstream/support/writer";
import { STORED } from "#upstream/db/stored-kinds";
import { transact } from "#upstream/db/transact";
import { softDelete } from "#upstream/modules/content/soft-delete";
import { moderate } from "#upstream/modules/moderation/moderate";
import { purgeDeleted } from "#upstream/modules/trash/purge";
import { FILE_REFERENCES } from "#upstream/modules/upload/file-references";
import { removeUnused } from "#upstream/modules/upload/remove-unused";
import { deleteUser } from "#upstream/modules/user/delete-user";
import { newObjectKey } from "#upstream/services/storage/object-key";

const DAY = 24 * 60 * 60 * 1000;
let now: Date;
let upstream: TestUpstream;
let write: Writer;
let author: number;

beforeEach(async () => {
  now = new Date("2026-05-01T00:00:00Z");
  upstream = await createTestUpstream({ clock: () => now });
  write = createWriter(upstream);
  author = await upstream.addUser("作者", "8613800000001");
});
afterEach(() => upstream.close());

/** A file of this age, in the store and in its table; returns its key. */
async function upload(ageInDays = 40, ownerId: number | null = author, kind = "content"): Promise<string> {
  const { db, objects } = upstream.services;
  const key = newObjectKey(kind, "png", now);
  await objects.put(key, new Uint8Array([1]), "image/png");
  const created_at = new Date(now.getTime() - ageInDays * DAY).toISOString();
  const picture = {
    file_name: "图.png",
    content_type: "image/png",
    bytes: 1,
    width: 4,
    height: 3,
    confirmed: 1 as const,
  };
  await db
    .insertInto("objects")
    .values({ key, owner_id: ownerId, ...picture, created_at })
    .execute();
  return key;
}

const showing = (key: string) => `看图\n\n![](/oss/${key})`;
const isThere = async (key: string) => (await upstream.services.objects.get(key)) !== null;
const articleWith = (key: string, authorId = author) => write.article({ authorId, content: showing(key) });

/** Advances the clock by days, with a sweep on each. */
async function pass(days: number): Promise<number> {
  let removed = 0;
  for (let day = 0; day < days; day += 1) {
    now = new Date(now.getTime() + DAY + 1);
    removed += await removeUnused(upstream.services);
  }
  return removed;
}

const deleteArticle = (id: number) =>
  transact(upstream.services.db, (trx) => softDelete(trx, upstream.services, "article", id));

test("the picture of a purged text is deleted after a week, unless another text shows it", async () => {
  const [own, quoted] = [await upload(), await upload()];
  const id = await write.article({ authorId: author, content: `${showing(own)}\n\n${showing(quoted)}` });
  const other = await upstream.addUser("别人");
  await articleWith(quoted, other);
  await deleteArticle(id);
  expect(await pass(31)).toBe(0);
  await purgeDeleted(upstream.services);
  expect(await pass(7)).toBe(0);
  expect(await isThere(own)).toBe(true);
  expect(await pass(1)).toBe(1);
  expect([await isThere(own), await isThere(quoted)]).toEqual([false, true]);
  const left = await upstream.services.db.selectFrom("objects").select(["key", "unused_since"]).execute();
  expect(left).toEqual([{ key: quoted, unused_since: null }]);
});

test("new files, and those in drafts, held texts, the trash, profiles, submissions and operators' texts are kept", async () => {
  const { db } = upstream.services;
  const at = now.toISOString();
  const drafted = await upload();
  const fields = { title: "草稿", content: showing(drafted) };
  await upstream.call(draftApi.put, { body: { target: "article/new", fields } }, { as: author });
  const held = await upload();
  await db
    .insertInto("reviews")
    .values({
      author_id: author,
      kind: "article",
      word: "词",
      created_at: at,
      fields: JSON.stringify({ content: showing(held) }),
    })
    .execute();
  const trashed = await upload();
  await deleteArticle(await articleWith(trashed));
  const worn = await upload();
  await db
    .updateTable("users")
    .set({ avatar: `/oss/${worn}` })
    .where("id", "=", author)
    .execute();
  const form = await db
    .insertInto("forms")
    .values({ title: "报名", description_html: "", fields: "[]", created_at: at })
    .returning("id")
    .executeTakeFirstOrThrow();
  const sent = await upload(40, null);
  await db
    .insertInto("form_submissions")
    .values({ form_id: form.id, user_id: null, once_by: null, created_at: at, answers: JSON.stringify({ file: sent }) })
    .execute();
  const placed = await upload(40, null);
  await db
    .insertInto("site_settings")
    .values({ key: "banners", value: JSON.stringify([{ image: { url: `https://cdn.example/${placed}` } }]) })
    .execute();
  // Spelled in a way that browsers accept but nobody writes.
  const spelt = await upload();
  await articleWith(spelt.replaceAll("/", "%2F"));
  const kept = [drafted, held, trashed, worn, sent, placed, spelt];
  const young = await upload(0);
  expect(await pass(25)).toBe(0);
  for (const key of [...kept, young]) expect(await isThere(key), key).toBe(true);
  // Thirty days of age, a week of grace.
  expect(await pass(15)).toBe(1);
  expect(await isThere(young)).toBe(false);
  await db.deleteFrom("drafts").execute();
  expect(await pass(9)).toBe(1);
  expect(await isThere(drafted)).toBe(false);
});

test("more drafts than one step reads are all read", async () => {
  const { db } = upstream.services;
  const key = await upload();
  const drafts = Array.from({ length: 450 }, (_, at) => ({
    user_id: author,
    target: `article/new/${at}`,
    base_version: at % 3,
    updated_at: now.toISOString(),
    fields: JSON.stringify({ content: at === 449 ? showing(key) : "" }),
  }));
  await db.insertInto("drafts").values(drafts).execute();
  expect(await pass(10)).toBe(0);
  expect(await isThere(key)).toBe(true);
});

test("of a closed account, files in published texts are kept until those texts are purged", async () => {
  const [shown, hidden] = [await upload(), await upload()];
  const id = await articleWith(shown);
  await transact(upstream.services.db, (trx) => deleteUser(trx, upstream.services, author));
  const rows = await upstream.services.db.selectFrom("objects").select("key").execute();
  expect(rows.map(({ key }) => key)).toEqual([shown]);
  expect(hidden).not.toBe(shown);
  expect(await pass(10)).toBe(0);
  await deleteArticle(id);
  await pass(31);
  await purgeDeleted(upstream.services);
  expect(await pass(9)).toBe(1);
  expect(await isThere(shown)).toBe(false);
});

/** Everything a member can write that shows a file, written with this one. */
const WRITERS: Record<string, (key: string) => Promise<unknown>> = {
  "a text": (key) => articleWith(key),
  "a cover": (key) => {
    const body = { title: "一篇有封面的文章", content: "正文", tags: [], coverUrl: `/oss/${key}` };
    return upstream.call(articleApi.create, { body }, { as: author });
  },
  "a picture of a person": (key) =>
    upstream.call(userApi.update, { body: { nickname: "作者", avatar: `/oss/${key}` } }, { as: author }),
  "a draft": (key) => {
    const fields = { title: "草稿", content: showing(key) };
    return upstream.call(draftApi.put, { body: { target: "article/new", fields } }, { as: author });
  },
  "a text that is held": (key) => {
    const submission = { kind: "article", authorId: author, target: null, draft: null } as const;
    const words = { ...upstream.services.words, find: () => ({ word: "词", action: "review" as const }) };
    const held = { ...submission, fields: { content: showing(key) }, texts: { content: [showing(key)] } };
    return moderate({ ...upstream.services, words }, held).catch(() => null);
  },
  "a form's answer": async (key) => {
    const field = { name: "file", label: "文件", type: "file", help: "", rules: [], options: [] };
    const row = { title: "报名", description_html: "", fields: JSON.stringify([field]), created_at: now.toISOString() };
    const { id } = await upstream.services.db.insertInto("forms").values(row).returning("id").executeTakeFirstOrThrow();
    return upstream.call(formApi.submit, { body: { id, values: { file: key } } }, { as: author });
  },
};

test.each(Object.keys(WRITERS))("%s that is written during the sweep keeps its files", async (writer) => {
  const kind = writer === "a form's answer" ? "form" : "content";
  const keys = [await upload(40, author, kind), await upload(40, author, kind), await upload(40, author, kind)].sort();
  expect(await pass(1)).toBe(0);
  const [, second = ""] = keys;
  now = new Date(now.getTime() + 8 * DAY);
  const { objects } = upstream.services;
  let written = false;
  /** All texts have been read by then, and the second file is about to be deleted. */
  const remove = async (key: string) => {
    await objects.remove(key);
    if (!written) await WRITERS[writer]?.(second);
    written = true;
  };
  expect(await removeUnused({ ...upstream.services, objects: { ...objects, remove } })).toBe(2);
  expect(await Promise.all(keys.map(isThere))).toEqual([false, true, false]);
  expect(await pass(9)).toBe(0);
});

test("two concurrent sweeps, or an interrupted one, lose no used file", async () => {
  const keys = await Promise.all(Array.from({ length: 6 }, () => upload()));
  const shown = keys.pop() ?? "";
  await articleWith(shown);
  await pass(1);
  now = new Date(now.getTime() + 8 * DAY);
  const runs = await Promise.all([1, 2, 3].map(() => removeUnused(upstream.services, 4)));
  expect(runs.filter((removed) => removed > 0)).toHaveLength(1);
  // A run checks a limited number of files, and the next continues there.
  expect((runs[0] ?? 0) + (runs[1] ?? 0) + (runs[2] ?? 0)).toBeLessThanOrEqual(4);
  const broken = {
    ...upstream.services,
    objects: { ...upstream.services.objects, remove: () => Promise.reject(new Error("down")) },
  };
  now = new Date(now.getTime() + DAY + 1);
  await removeUnused(broken, 4).catch(() => null);
  await pass(3);
  const rows = await upstream.services.db.selectFrom("objects").select("key").execute();
  expect(rows).toEqual([{ key: shown }]);
  expect(await isThere(shown)).toBe(true);
});

/** Text columns without URLs: names, single-line texts, times, states, internal keys. */
const NO_ADDRESS =
  /_at$|_until$|_hash$|(?:^|_)(?:kind|state|type|name|nickname|key|list|phone|company|title|source|channel|id|no|number|by|openid)$|^(?:answer|queue|sort|excerpt|removed_reason|headings|tags|tag|city|headline|slug|target|provider|subject|word|reason|verb|path|purpose|email|department|position|anchor|code_url|prepay_id|reject_reason|address|device|at|via|roles?|action|refusal|use|value|hash|sender|after|q|words|rest|staff_note|note|tail|audience|member_ids|held_for|failure|result|runner|changes|day|alias_of|place|user_handle|transports|withheld|called)$/;
/** Internal data, or deleted within a day. */
const NOT_TEXTS = [
  "address_queue",
  "address_turns",
  "metrics_steps",
  "second_factors",
  "taxonomy_moved",
  "taxonomy_moves",
  "kysely_migration",
  "kysely_migration_lock",
  "objects",
  "one_time_tokens",
  "submissions",
];

/** URLs of files stored elsewhere. */
const ELSEWHERE = ["identities.picture", "sms_codes.network"];

/** Optional lines of editors: one line of plain text each. */
const LINES = Object.entries(EDITOR_FIELDS).flatMap(([kind, fields]) =>
  Object.entries<EditorField>(fields)
    .filter(([, { type }]) => type === "line")
    .map(([name]) => `${STORED[kind as WrittenKind].table}.${name.replace(/[A-Z]/g, (c) => `_${c.toLowerCase()}`)}`),
);

test("every column with text is searched, or known to refer to no file", async () => {
  const tables = await (upstream.services.db as unknown as Kysely<unknown>).introspection.getTables();
  const looked = Object.entries(FILE_REFERENCES).flatMap(([table, { texts }]) =>
    texts.map((column) => `${table}.${column}`),
  );
  const all: string[] = [];
  const unknown: string[] = [];
  for (const { name, columns } of tables) {
    // The search index repeats other texts.
    if (name.startsWith("search_") || NOT_TEXTS.includes(name)) continue;
    for (const column of columns) {
      const at = `${name}.${column.name}`;
      all.push(at);
      if (!/text|varchar/i.test(column.dataType) || NO_ADDRESS.test(column.name)) continue;
      if (![...looked, ...ELSEWHERE, ...LINES].includes(at)) unknown.push(at);
    }
  }
  expect(unknown).toEqual([]);
  expect([...looked, ...ELSEWHERE].filter((column) => !all.includes(column))).toEqual([]);
});
