import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { accountApi } from "#app/contract/people/account";
import { createTestUpstream, type TestUpstream } from "#tests/upstream/support/harness";
import { sentCode } from "#tests/upstream/support/sms-codes";
import { giveRole } from "#tests/upstream/support/staff";
import { createWriter } from "#tests/upstream/support/writer";
import type { Db } from "#upstream/db/dialect";
import { hashToken } from "#upstream/db/token-hash";
import { transact } from "#upstream/db/transact";
import { removeThing } from "#upstream/modules/admin/content/remove";
import { restore, softDelete } from "#upstream/modules/content/soft-delete";
import { createOrphanRemover } from "#upstream/modules/upload/remove-orphans";
import { newObjectKey } from "#upstream/services/storage/object-key";

const PHONE = "13812345679";
const DAY = 24 * 60 * 60 * 1000;
let now: Date;
let upstream: TestUpstream;
let person: number;

beforeEach(async () => {
  now = new Date();
  upstream = await createTestUpstream({ clock: () => now });
  person = await upstream.addUser("要走的人", `86${PHONE}`);
});
afterEach(() => upstream.close());

/** A file of the person's, in the store and in its table; returns its key. */
async function upload(kind: string, extension = "webp"): Promise<string> {
  const { db, objects } = upstream.services;
  const key = newObjectKey(kind, extension, now);
  const file = { content_type: extension === "pdf" ? "application/pdf" : "image/webp", bytes: 1, file_name: "图" };
  await objects.put(key, new Uint8Array([1]), file.content_type);
  await db
    .insertInto("objects")
    .values({ key, owner_id: person, ...file, created_at: now.toISOString(), confirmed: 1 })
    .execute();
  return key;
}

const isThere = async (key: string) => (await upstream.services.objects.get(key)) !== null;
const close = async (token: string) => {
  const code = await sentCode(upstream, PHONE, "close-account", { token });
  return upstream.call(accountApi.close, { body: { code } }, { token });
};

test("files that the site's own texts show stay when the staff member who uploaded them leaves", async () => {
  const { db } = upstream.services;
  const at = now.toISOString();
  await giveRole(upstream, person, "editor");
  const kept = {
    announced: await upload("content"),
    placed: await upload("cover"),
    written: await upload("content"),
    drafted: await upload("content"),
    pictured: await upload("cover"),
    reported: await upload("report", "pdf"),
    paid: await upload("zhiku", "pdf"),
  };
  await db
    .insertInto("announcements")
    .values({
      title: "公告",
      content: `![](/oss/${kept.announced})`,
      content_html: "",
      excerpt: "",
      created_at: at,
      updated_at: null,
      hide_at: null,
      deleted_at: null,
    })
    .execute();
  const banner = JSON.stringify([{ image: { url: `https://cdn.example/${kept.placed}` } }]);
  await db.insertInto("site_settings").values({ key: "banners", value: banner }).execute();
  await db
    .insertInto("site_texts")
    .values({ key: "about", title: "关于", content: `![](/oss/${kept.written})`, content_html: "", updated_at: at })
    .execute();
  await db
    .insertInto("staff_drafts")
    .values({
      kind: "announcement",
      item_id: null,
      item_version: null,
      publish_at: null,
      fields: JSON.stringify({ content: `![](/oss/${kept.drafted})` }),
      changed_by: person,
      created_at: at,
      updated_at: at,
    })
    .execute();
  const shown = await createWriter(upstream).oneCase();
  const report = JSON.stringify({ key: kept.reported, fileName: "报告.pdf", bytes: 1 });
  await db
    .updateTable("cases")
    .set({ cover: JSON.stringify({ url: `/oss/${kept.pictured}` }), report })
    .where("id", "=", shown)
    .execute();
  const own = [await upload("content"), await upload("avatar"), await upload("form")];

  await close(await upstream.tokenOf(person));
  for (const [name, key] of Object.entries(kept)) expect(await isThere(key), name).toBe(true);
  for (const key of own) expect(await isThere(key)).toBe(false);
  const rows = await db.selectFrom("objects").select(["key", "owner_id", "file_name"]).orderBy("key").execute();
  const left = Object.values(kept).map((key) => ({ key, owner_id: null, file_name: "" }));
  expect(rows).toEqual(left.sort((one, other) => (one.key < other.key ? -1 : 1)));
});

test("pictures of deleted texts stay if others can bring the texts back, and are deleted with the author's trash", async () => {
  const { services } = upstream;
  const write = createWriter(upstream);
  const inside = <T>(work: (trx: Db) => Promise<T>) => transact(services.db, work);
  const [answered, removed, trashed] = [await upload("content"), await upload("content"), await upload("content")];
  const showing = (key: string) => `看图\n\n![](/oss/${key})`;
  const asker = await upstream.addUser("提问的人");
  const question = await write.question({ authorId: asker });
  const answer = await write.answer({ questionId: question, authorId: person, content: showing(answered) });
  const article = await write.article({ authorId: person, content: showing(removed) });
  const own = await write.article({ authorId: person, title: "自己删掉的", content: showing(trashed) });
  const deletedAt = now.toISOString();
  await inside((trx) => softDelete(trx, services, "question", question));
  await inside((trx) => softDelete(trx, services, "article", own));
  await inside((trx) => removeThing(trx, services, { kind: "article", id: article }, { by: asker, reason: "广告" }));

  await close(await upstream.tokenOf(person));
  expect(await Promise.all([answered, removed, trashed].map(isThere))).toEqual([true, true, false]);
  await inside((trx) => restore(trx, services, { kind: "question", id: question, deletedAt }));
  const back = services.db.selectFrom("answers").select(["deleted_at", "content_html"]).where("id", "=", answer);
  expect(await back.executeTakeFirst()).toEqual({
    deleted_at: null,
    content_html: expect.stringContaining(answered) as string,
  });
});

test("a store that fails does not make the closing fail, and the files are deleted by the next sweep of orphans", async () => {
  const { db, objects } = upstream.services;
  const keys = [await upload("content"), await upload("content")];
  const token = await upstream.tokenOf(person);
  const noted: string[] = [];
  upstream.services.note = (event) => noted.push(event);
  const remove = vi.spyOn(objects, "remove").mockRejectedValue(new Error("down"));
  expect(await close(token)).toBeNull();
  expect(noted).toEqual(["files_left"]);
  remove.mockRestore();
  expect(
    await db.selectFrom("sessions").select("user_id").where("token_hash", "=", hashToken(token)).execute(),
  ).toEqual([]);
  expect(await Promise.all(keys.map(isThere))).toEqual([true, true]);
  now = new Date(now.getTime() + 2 * DAY);
  await createOrphanRemover()(upstream.services);
  expect(await Promise.all(keys.map(isThere))).toEqual([false, false]);
});
