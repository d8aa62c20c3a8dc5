import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { accountApi } from "#app/contract/people/account";
import { databaseState } from "#tests/upstream/support/database-state";
import { createTestUpstream, type TestUpstream } from "#tests/upstream/support/harness";
import { sentCode } from "#tests/upstream/support/sms-codes";
import { createWriter } from "#tests/upstream/support/writer";
import { createZhikuWorld } from "#tests/upstream/zhiku/zhiku-world";
import { type MembersCall, nowIso } from "#upstream/call/context";
import { transact } from "#upstream/db/transact";
import { sweep } from "#upstream/jobs/sweep";
import { setFavorite } from "#upstream/modules/favorites/write";
import { setLike } from "#upstream/modules/like/write";
import { changeCredential } from "#upstream/modules/user/change-credential";
import { changeProfile } from "#upstream/modules/user/profile";
import { setZhikuFavorite } from "#upstream/modules/zhiku/favorites/write";
import { openJourney } from "#upstream/modules/zhiku/reading/write";

const PHONE = "13812345678";
/** Part of all private data of the person, and of nothing that they published. */
const PRIVATE = "私人的话";
const ADDRESS = "198.51.100.77";
const DEVICE = "os=Private; browser=Chrome";

/**
 * Each column that refers to a person, and its value for a closed account: deleted, or only the number, if others would
 * lose something. A new column requires a decision.
 */
const COLUMNS: Record<string, "gone" | "number"> = {
  "agreements.published_by": "number",
  "appeals.answered_by": "number",
  "appeals.decision_by": "number",
  "appeals.user_id": "number",
  "answers.author_id": "number",
  "articles.author_id": "number",
  "comments.author_id": "number",
  "questions.author_id": "number",
  "answers.removed_by": "number",
  "articles.removed_by": "number",
  "cases.removed_by": "number",
  "comments.removed_by": "number",
  "questions.removed_by": "number",
  "audit_log.actor_id": "number",
  "carried_sanctions.imposed_by": "number",
  "claims.user_id": "gone",
  "consents.user_id": "gone",
  "desk_visits.user_id": "gone",
  "drafts.user_id": "gone",
  "favorite_folders.user_id": "gone",
  "favorite_places.user_id": "gone",
  "favorites.user_id": "number",
  "form_readers.user_id": "gone",
  "form_submissions.user_id": "gone",
  "form_submissions.once_by": "gone",
  "handovers.made_by": "number",
  "handovers.revoked_by": "number",
  "handovers.taken_by": "number",
  "handovers.user_id": "number",
  "identities.user_id": "gone",
  "passkeys.user_id": "gone",
  "jobs.asked_by": "number",
  "known_devices.user_id": "gone",
  "likes.user_id": "number",
  "messages.created_by": "number",
  "news.user_id": "gone",
  "news.actor_id": "number",
  "objects.owner_id": "gone",
  "own_list_anchors.owner_id": "gone",
  "question_follows.user_id": "number",
  "recovery_codes.user_id": "gone",
  "proposals.user_id": "gone",
  "muted_notifications.user_id": "gone",
  "mail_addresses.user_id": "gone",
  "mail_codes.user_id": "gone",
  "outside_sorts.user_id": "gone",
  "outside_turns.user_id": "gone",
  "wechat_receivers.user_id": "gone",
  "reports.decided_by": "number",
  "reports.reporter_id": "number",
  "reviews.author_id": "gone",
  "reviews.decided_by": "number",
  "sanctions.user_id": "gone",
  "sanctions.imposed_by": "number",
  "sanctions.lifted_by": "number",
  "second_factors.user_id": "gone",
  "sessions.user_id": "gone",
  "staff_drafts.changed_by": "number",
  "staff.granted_by": "number",
  "staff.user_id": "gone",
  "text_versions.author_id": "gone",
  "tag_follows.user_id": "gone",
  "user_follows.follower_id": "number",
  "user_follows.followed_id": "number",
  "votes.user_id": "number",
  "zhiku_code_batches.created_by": "number",
  "zhiku_downloads.user_id": "gone",
  "zhiku_favorites.user_id": "gone",
  "zhiku_journeys.user_id": "gone",
  "zhiku_orders.user_id": "number",
  "zhiku_profiles.user_id": "gone",
  "zhiku_readings.user_id": "gone",
  "zhiku_reconciliations.compared_by": "number",
  "zhiku_refunds.approved_by": "number",
  "zhiku_refunds.requested_by": "number",
  "zhiku_redeem_codes.used_by": "number",
  "zhiku_rights.user_id": "number",
  "zhiku_searches.user_id": "gone",
};
const LEADS_TO_A_PERSON = /(?:^|_)(?:user|author|owner|reporter|follower|followed|actor|member|payer)_id$|_by$/;

let upstream: TestUpstream;
let person: number;
let article: number;
let zhikuContent: number;

beforeAll(async () => {
  upstream = await createTestUpstream();
  const { services } = upstream;
  const { db, objects } = services;
  const zhiku = await createZhikuWorld(upstream);
  zhikuContent = await zhiku.add();
  person = await upstream.addUser(PRIVATE, `86${PHONE}`);
  const user_id = person;
  const now = nowIso(services);
  const write = createWriter(upstream);
  const file = { content_type: "image/webp", bytes: 3, created_at: now, confirmed: 1 as const };
  for (const key of ["content/202601/shown.webp", "content/202601/hidden.webp", "form/202601/paper.webp"]) {
    await objects.put(key, new Uint8Array([1, 2, 3]), "image/webp");
    await db
      .insertInto("objects")
      .values({ ...file, key, owner_id: person, file_name: `${PRIVATE}.webp` })
      .execute();
  }
  article = await write.article({
    authorId: person,
    title: "公开发表的文章",
    content: `![图](${objects.publicUrl("content/202601/shown.webp")})`,
  });
  await transact(db, async (trx) => {
    await setZhikuFavorite(trx, services, { userId: person, contentId: zhikuContent, on: true });
    await setLike(trx, services, { userId: person, targetKind: "article", targetId: article, on: true });
    await setFavorite(trx, services, { userId: person, targetKind: "article", targetId: article, on: true });
  });
  const form = await db
    .insertInto("forms")
    .values({ title: "报名", description_html: "", fields: "[]", created_at: now })
    .returning("id")
    .executeTakeFirstOrThrow();
  const answers = JSON.stringify({ name: PRIVATE, email: `${PRIVATE}@example.com`, file: "form/202601/paper.webp" });
  await db
    .insertInto("form_submissions")
    .values({ form_id: form.id, user_id, once_by: user_id, created_at: now, answers })
    .execute();
  await db
    .insertInto("zhiku_downloads")
    .values({
      user_id,
      content_id: zhikuContent,
      attachment_id: null,
      use: "download",
      address: ADDRESS,
      created_at: now,
    })
    .execute();
  await db.insertInto("zhiku_searches").values({ user_id, q: PRIVATE, searched_at: now }).execute();
  const opening = { userId: person, content: { id: zhikuContent, version: 1 }, device: DEVICE };
  await transact(db, (trx) => openJourney(trx, services, opening));
  await db
    .insertInto("drafts")
    .values({
      user_id,
      target: "article/new",
      base_version: 0,
      updated_at: now,
      fields: JSON.stringify({ title: PRIVATE }),
    })
    .execute();
  await db
    .insertInto("identities")
    .values({ provider: "wechat", subject: PRIVATE, user_id, nickname: PRIVATE, created_at: now })
    .execute();
  await db
    .insertInto("submissions")
    .values({
      sender: `user/${person}`,
      key: PRIVATE,
      body_hash: "",
      result: PRIVATE,
      expires_at: "2999-01-01T00:00:00.000Z",
    })
    .execute();
  await db
    .updateTable("users")
    .set({ bio: PRIVATE, company: PRIVATE, city: PRIVATE, headline: PRIVATE })
    .where("id", "=", person)
    .execute();
});
afterAll(() => upstream.close());

test("a closed account leaves nothing readable except what it published", async () => {
  const { db } = upstream.services;
  const before = await databaseState(db);
  const told = (state: Record<string, string>) =>
    Object.keys(state).filter((table) =>
      [PRIVATE, PHONE, ADDRESS, DEVICE].some((words) => state[table]?.includes(words)),
    );
  expect(told(before).length).toBeGreaterThan(7);
  const code = await sentCode(upstream, PHONE, "close-account", person);
  await upstream.call(accountApi.close, { body: { code } }, { as: person, ip: ADDRESS, device: DEVICE });
  expect(told(await databaseState(db))).toEqual([]);

  const columns = (await db.introspection.getTables()).flatMap(({ name, columns }) =>
    columns.filter((column) => LEADS_TO_A_PERSON.test(column.name)).map((column) => `${name}.${column.name}`),
  );
  expect(columns.sort(), "a column that nobody has decided about").toEqual(Object.keys(COLUMNS).sort());
  for (const [place, left] of Object.entries(COLUMNS)) {
    const [table = "", column = ""] = place.split(".");
    const rows = await db
      .selectFrom(table as "likes")
      .select(column as "user_id")
      .where(column as "user_id", "=", person)
      .execute();
    if (left === "gone") expect(rows, place).toEqual([]);
  }
});

test("rows written by a call that began before the account was closed are deleted by the sweep", async () => {
  const { db } = upstream.services;
  const at = nowIso(upstream.services);
  const fields = JSON.stringify({ title: PRIVATE });
  await db
    .insertInto("drafts")
    .values({ user_id: person, target: "article/new", base_version: 0, updated_at: at, fields })
    .execute();
  await db
    .insertInto("mail_addresses")
    .values({ user_id: person, address: PRIVATE, confirmed_at: at, stopped_at: null })
    .execute();
  const opening = { userId: person, content: { id: zhikuContent, version: 1 }, device: PRIVATE };
  await transact(db, (trx) => openJourney(trx, upstream.services, opening));
  await sweep(upstream.services);
  expect(JSON.stringify(await databaseState(db))).not.toContain(PRIVATE);
});

test("a call that began before the account was closed writes no personal data into it", async () => {
  const { services } = upstream;
  const call: MembersCall = {
    ...services,
    viewer: { userId: person, tokenHash: "" },
    client: { ip: ADDRESS, device: DEVICE, requestId: "", dryRun: false },
    raw: null,
    dependsOn: () => {},
    sharedPart: (_, make) => make({ ...services, dependsOn: () => {} }),
  };
  const before = await databaseState(services.db);
  const profile = { nickname: PRIVATE, avatar: "", headline: PRIVATE, bio: "", company: "", city: "" };
  const calls = [
    () => changeProfile(call, { ...profile, collectionsPrivate: false }),
    () =>
      changeCredential(call, "phone", async (trx) => {
        await trx
          .updateTable("users")
          .set({ phone: `86${PHONE}` })
          .where("id", "=", person)
          .execute();
        return { changed: true, endOthers: false };
      }),
  ];
  for (const begun of calls) await expect(begun()).rejects.toMatchObject({ code: "NOT_LOGIN" });
  expect((await databaseState(services.db)).users).toBe(before.users);
});

test("counts and published texts stay; favorites and readers of zhiku are no longer counted", async () => {
  const { db } = upstream.services;
  const row = await db
    .selectFrom("articles")
    .select(["like_count", "favorite_count"])
    .where("id", "=", article)
    .executeTakeFirst();
  expect(row).toEqual({ like_count: 1, favorite_count: 1 });
  const content = await db
    .selectFrom("zhiku_contents")
    .select(["favorite_count", "read_count"])
    .where("id", "=", zhikuContent)
    .executeTakeFirst();
  expect(content).toEqual({ favorite_count: 0, read_count: 0 });
});

test("pictures in published texts stay without an owner; all other files are deleted at once", async () => {
  const { db, objects, config } = upstream.services;
  expect(await db.selectFrom("objects").select(["key", "owner_id", "file_name"]).execute()).toEqual([
    { key: "content/202601/shown.webp", owner_id: null, file_name: "" },
  ]);
  expect(await objects.get("content/202601/shown.webp")).not.toBeNull();
  for (const key of ["content/202601/hidden.webp", "form/202601/paper.webp"]) {
    expect(await objects.get(key)).toBeNull();
    expect(existsSync(join(config.dataDir, "objects", key))).toBe(false);
  }
});
