import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { notificationSettingsApi } from "#app/contract/notification/settings";
import { unsubscribeApi } from "#app/contract/notification/unsubscribe";
import { followApi } from "#app/contract/reading/follow";
import { followingApi } from "#app/contract/reading/following";
import { createTestUpstream, type TestUpstream } from "#tests/upstream/support/harness";
import { createWriter, type Writer } from "#tests/upstream/support/writer";
import { softDelete } from "#upstream/modules/content/soft-delete";
import { sendMondaysLetter } from "#upstream/modules/outside/send-weekly";
import { deleteUser } from "#upstream/modules/user/delete-user";

/** Monday at eight in China, a week later in each test. */
let monday = Date.parse("2026-03-02T08:00:00+08:00");
const HOUR = 3600_000;
const DAY = 24 * HOUR;

let upstream: TestUpstream;
let write: Writer;
let now = new Date(monday);
let people = 0;
let author: number;
let reader: number;

beforeAll(async () => {
  upstream = await createTestUpstream({ clock: () => now });
  write = createWriter(upstream);
});
beforeEach(async () => {
  await upstream.services.db.deleteFrom("outside_turns").execute();
  await upstream.services.db.deleteFrom("mail_addresses").execute();
  upstream.services.fakes?.mail.faults.set(null);
  empty();
  monday += 28 * DAY;
  at(-4 * DAY);
  author = await upstream.addUser(`作者${++people}`);
  reader = await subscriber();
});
afterAll(() => upstream.close());

/** Milliseconds after this Monday at eight. */
const at = (milliseconds: number) => {
  now = new Date(monday + milliseconds);
};
const inbox = () => upstream.services.fakes?.mail.inbox() ?? [];
const empty = () => {
  (inbox() as unknown[]).length = 0;
};
const send = () => sendMondaysLetter(upstream.services);
const ask = (weekly: boolean, as: number) =>
  upstream.call(notificationSettingsApi.put, { body: { wanted: [], weekly } }, { as });
async function subscriber(): Promise<number> {
  const id = await upstream.addUser(`读者${++people}`);
  const row = { user_id: id, address: `reader${id}@example.com`, confirmed_at: now.toISOString(), stopped_at: null };
  await upstream.services.db.insertInto("mail_addresses").values(row).execute();
  await ask(true, id);
  return id;
}
const texts = {
  question: (title: string, tags: string[] = []) =>
    write.question({ authorId: author, title, tags, createdAt: now.toISOString() }),
  article: (title: string, tags: string[] = [], authorId = author) =>
    write.article({ authorId, title, tags, createdAt: now.toISOString() }),
};

test("contains the best of the week, followed authors and tags first, none of one's own, and nothing twice", async () => {
  const friend = await upstream.addUser(`朋友${people}`);
  await texts.question("数据库迁移怎样做到不停机？");
  const loved = await texts.question("周会到底要不要开？");
  await write.answer({ authorId: author, questionId: loved, content: "先写结论。" });
  await texts.article("带标签的文章", ["运维"]);
  await texts.article("朋友的文章", [], friend);
  await texts.article("自己的文章", [], reader);
  await upstream.call(followApi.add, { body: { userId: friend } }, { as: reader });
  await upstream.call(followingApi.addTag, { body: { name: "运维" } }, { as: reader });
  at(-8 * DAY);
  await texts.article("上上周的文章");
  at(0);
  await texts.article("周一才写的文章");
  await send();
  const [letter, ...more] = inbox();
  expect(more).toEqual([]);
  const text = letter?.text ?? "";
  const [, followed = "", questions = ""] = text.split(/【[^】]+】/);
  expect(followed).toContain("朋友的文章");
  expect(followed).toContain("带标签的文章");
  expect(questions.indexOf("周会到底要不要开？")).toBeLessThan(questions.indexOf("数据库迁移"));
  expect(text).toContain(`作者${people - 1}回答「周会到底要不要开？」`);
  expect(text).toContain(`http://127.0.0.1:3000/question/${loved}`);
  for (const left of ["自己的文章", "上上周的文章", "周一才写的文章", "上周的好文章"]) expect(text).not.toContain(left);
  expect(text.split("朋友的文章")).toHaveLength(2);
  expect(letter?.headers["list-unsubscribe"]).toContain(".weekly.");
});

test("is sent once, between Monday at eight and Tuesday's end, to members who had subscribed before", async () => {
  await texts.article("一周里唯一的文章");
  at(-1);
  await send();
  expect(inbox()).toHaveLength(0);
  at(0);
  const late = await subscriber();
  await Promise.all([send(), send(), send()]);
  at(5 * HOUR);
  await send();
  expect(inbox().map(({ to }) => to)).toEqual([`reader${reader}@example.com`]);
  at(3 * DAY);
  await texts.article("下一周的文章");
  at(7 * DAY);
  await send();
  expect(
    inbox()
      .map(({ to }) => to)
      .toSorted(),
  ).toEqual([reader, reader, late].map((id) => `reader${id}@example.com`).toSorted());
  empty();
  at(10 * DAY);
  await texts.article("没有人及时寄的文章");
  at(14 * DAY + 2 * DAY);
  await send();
  expect(inbox()).toHaveLength(0);
});

test("is not sent if there is nothing to report", async () => {
  await texts.article("读者自己的文章", [], reader);
  at(0);
  await send();
  expect(inbox()).toHaveLength(0);
});

test("ends by its link or in the settings, and notifications continue", async () => {
  await upstream.call(
    notificationSettingsApi.put,
    { body: { wanted: [], outside: { mail: ["answer"] } } },
    { as: reader },
  );
  await texts.article("一周里唯一的文章");
  at(0);
  await send();
  const token = /\/unsubscribe\/([^>]+)>/.exec(inbox()[0]?.headers["list-unsubscribe"] ?? "")?.[1] ?? "";
  expect(await upstream.call(unsubscribeApi.look, { params: { token } })).toEqual({ sort: "weekly" });
  await upstream.call(unsubscribeApi.stop, { body: { token } });
  const left = await upstream.call(notificationSettingsApi.get, {}, { as: reader });
  expect(left).toMatchObject({ weekly: false, outside: { mail: ["answer"] } });
});

/** Adds many subscribers at once. */
async function subscribers(many: number) {
  const { db } = upstream.services;
  const told = now.toISOString();
  const ids: number[] = [];
  for (let count = 0; count < many; count += 1) ids.push(await upstream.addUser(`读者${++people}`));
  const address = (user_id: number) => ({ user_id, address: `reader${user_id}@example.com`, confirmed_at: told });
  await db
    .insertInto("mail_addresses")
    .values(ids.map((id) => ({ ...address(id), stopped_at: null })))
    .execute();
  await db
    .insertInto("outside_turns")
    .values(ids.map((user_id) => ({ channel: "weekly" as const, user_id, told_until: told, next_at: told })))
    .execute();
}

test("leaves out what is removed, and whose account is closed, while letters go out", async () => {
  const removed = await texts.article("要移除的文章");
  await texts.question("留下的问题");
  await subscribers(119);
  at(0);
  const mail = upstream.services.mail;
  if (!mail) throw new Error("no mail");
  const sent: string[] = [];
  const services = {
    ...upstream.services,
    mail: {
      ...mail,
      async send({ text }: { text: string }) {
        sent.push(text);
        if (sent.length !== 1) return;
        await write.inside((trx) => softDelete(trx, upstream.services, "article", removed));
        await write.inside((trx) => deleteUser(trx, upstream.services, author));
      },
    },
  };
  await sendMondaysLetter(services);
  expect(sent).toHaveLength(120);
  expect(sent[0]).toContain("要移除的文章");
  for (const text of sent.slice(100)) {
    expect(text).toContain("留下的问题（已注销用户）");
    expect(text).not.toContain("要移除的文章");
  }
});

test("is sent to many members in batches with few statements; a failing server is retried on the same day", async () => {
  const many = 120;
  await subscribers(many - 1);
  await texts.article("一周里唯一的文章");
  at(0);
  upstream.services.fakes?.mail.faults.set({ kind: "error" });
  await send();
  upstream.services.fakes?.mail.faults.set(null);
  const before = upstream.services.connection.statements();
  at(10 * 60_000);
  await send();
  const statements = upstream.services.connection.statements() - before;
  expect(inbox()).toHaveLength(many);
  // Two per mail, to take the turn and to end it; eight per step.
  expect(statements).toBeLessThan(2 * many + 40);
});
