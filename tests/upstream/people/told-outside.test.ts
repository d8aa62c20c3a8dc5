import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { commentApi } from "#app/contract/content/comment";
import type { OutsideSort } from "#app/contract/notification/channels";
import { mailAddressApi } from "#app/contract/notification/mail-address";
import { notificationApi } from "#app/contract/notification/notification";
import { notificationSettingsApi } from "#app/contract/notification/settings";
import { unsubscribeApi } from "#app/contract/notification/unsubscribe";
import { followApi } from "#app/contract/reading/follow";
import { likeApi } from "#app/contract/reading/like";
import { createTestUpstream, type TestUpstream } from "#tests/upstream/support/harness";
import { codeOf } from "#tests/upstream/support/outcome-of";
import { createWriter, type Writer } from "#tests/upstream/support/writer";
import { transact } from "#upstream/db/transact";
import { notifyBySystemAgain } from "#upstream/modules/notification/notify-by-system";
import { tellOutside } from "#upstream/modules/outside/tell";
import { countPutOff } from "#upstream/modules/outside/turns";

const MINUTE = 60_000;
const ALL: OutsideSort[] = ["comment", "answer", "mention", "like", "favorite", "follow", "accept", "system"];

let upstream: TestUpstream;
let write: Writer;
let now = new Date("2026-03-01T08:00:00Z");
let people = 0;
let alice: number;
let bob: number;
let question: number;

beforeAll(async () => {
  upstream = await createTestUpstream({ clock: () => now });
  write = createWriter(upstream);
});
beforeEach(async () => {
  mail().faults.set(null);
  for (const table of ["outside_sorts", "outside_turns"] as const)
    await upstream.services.db.deleteFrom(table).execute();
  await pass(26 * 60);
  alice = await upstream.addUser(`林致远${++people}`, `1381000${String(people).padStart(4, "0")}`);
  bob = await upstream.addUser(`周小雨${people}`, `1382000${String(people).padStart(4, "0")}`);
  question = await write.question({ authorId: alice, title: "数据库迁移怎样做到不停机？" });
  await address(alice, `alice${people}@example.com`);
  await want(ALL);
  await pass(1);
  empty();
});
afterAll(() => upstream.close());

async function pass(minutes: number) {
  now = new Date(now.getTime() + minutes * MINUTE);
}
const mail = () => {
  const { fakes } = upstream.services;
  if (!fakes) throw new Error("no fakes");
  return fakes.mail;
};
const inbox = () => mail().inbox();
const empty = () => {
  (inbox() as unknown[]).length = 0;
};
async function address(userId: number, to: string) {
  await upstream.call(mailAddressApi.ask, { body: { address: to } }, { as: userId });
  const code = /验证码是 (\d{6})/.exec(inbox()[0]?.text ?? "")?.[1] ?? "";
  await upstream.call(mailAddressApi.confirm, { body: { code } }, { as: userId });
}
const want = (sorts: OutsideSort[], as = alice) =>
  upstream.call(
    notificationSettingsApi.put,
    { body: { wanted: ["comment", "answer", "mention", "like", "favorite", "follow"], outside: { mail: sorts } } },
    { as },
  );
const answer = () => write.answer({ authorId: bob, questionId: question });
const tell = () => tellOutside(upstream.services);
/** Runs the delivery, and returns the mails. */
async function told() {
  await pass(6);
  await tell();
  return inbox();
}
/** Path of the unsubscribe link. */
const unsubscribeToken = () =>
  /\/unsubscribe\/([^>]+)>$/.exec(inbox()[0]?.headers["list-unsubscribe"] ?? "")?.[1] ?? "";

describe("a letter", () => {
  test("sums up unseen notifications, once, with absolute URLs and an unsubscribe link", async () => {
    await answer();
    await answer();
    await upstream.call(followApi.add, { body: { userId: alice } }, { as: bob });
    const [letter, ...more] = await told();
    expect(more).toEqual([]);
    expect(letter).toMatchObject({ to: `alice${people}@example.com`, subject: "社区：2 条新回答、1 位新的关注者" });
    expect(letter?.text).toContain(`周小雨${people}回答了你的问题「数据库迁移怎样做到不停机？」`);
    expect(letter?.text).toContain(`http://127.0.0.1:3000/question/${question}?aid=`);
    expect(letter?.text).toContain("http://127.0.0.1:3000/account/notifications");
    expect(letter?.html).toContain(`<a href="http://127.0.0.1:3000/u/${bob}">`);
    expect(letter?.html).not.toMatch(/<img|<script|<link/);
    expect(letter?.headers["list-unsubscribe"]).toMatch(/^<http:\/\/127\.0\.0\.1:3000\/unsubscribe\/[\w.-]+>$/);
    expect(letter?.headers["list-unsubscribe-post"]).toBe("List-Unsubscribe=One-Click");
    await pass(120);
    await tell();
    expect(inbox()).toHaveLength(1);
  });

  test("links to the very comment, in a way that shows it without scripts", async () => {
    const answerId = await write.answer({ authorId: alice, questionId: question });
    const onAnswer = { targetKind: "answer", targetId: answerId } as const;
    const onQuestion = { targetKind: "question", targetId: question } as const;
    const first = await write.comment({ authorId: bob, ...onAnswer });
    const second = await write.comment({ authorId: bob, ...onQuestion });
    const text = (await told())[0]?.text ?? "";
    const page = `http://127.0.0.1:3000/question/${question}`;
    expect(text.split(/\s/)).toContain(`${page}?aid=${answerId}&comment=${first}#comment-${first}`);
    expect(text.split(/\s/)).toContain(`${page}?comment=${second}#comment-${second}`);
  });

  test("is sent five minutes after the event, at most once an hour", async () => {
    await answer();
    await pass(4);
    await tell();
    expect(inbox()).toHaveLength(0);
    expect(await told()).toHaveLength(1);
    await answer();
    await pass(58);
    await tell();
    expect(inbox()).toHaveLength(1);
    await pass(3);
    await tell();
    expect(inbox().map(({ subject }) => subject)).toEqual(["社区：1 条新回答", "社区：1 条新回答"]);
    expect(inbox()[0]?.headers["message-id"]).not.toBe(inbox()[1]?.headers["message-id"]);
  });

  test("omits what was read, deleted, undone or not subscribed to", async () => {
    const article = await write.article({ authorId: alice });
    await upstream.call(likeApi.add, { body: { targetKind: "article", targetId: article } }, { as: bob });
    await pass(1);
    await upstream.call(likeApi.cancel, { body: { targetKind: "article", targetId: article } }, { as: bob });
    expect(await told()).toHaveLength(0);
    const { id } = await upstream.call(
      commentApi.add,
      { body: { targetKind: "article", targetId: article, text: "说得好" } },
      { as: bob },
    );
    await upstream.call(commentApi.remove, { body: { id } }, { as: bob });
    expect(await told()).toHaveLength(0);
    await answer();
    await upstream.call(notificationApi.readAll, { body: {} }, { as: alice });
    expect(await told()).toHaveLength(0);
    await want(["follow"]);
    await answer();
    expect(await told()).toHaveLength(0);
    await want(ALL);
    expect(await told(), "not even later").toHaveLength(0);
  });

  test("is not triggered again by somebody who likes and unlikes repeatedly", async () => {
    const article = await write.article({ authorId: alice });
    const body = { targetKind: "article", targetId: article } as const;
    for (let round = 0; round < 3; round += 1) {
      await upstream.call(likeApi.add, { body }, { as: bob });
      await pass(90);
      await tell();
      await upstream.call(likeApi.cancel, { body }, { as: bob });
    }
    expect(inbox()).toHaveLength(1);
  });

  test("can't be made to contain headers or markup by people's names", async () => {
    await upstream.services.db
      .updateTable("users")
      .set({ nickname: "恶\r\nBcc: x@example.com <b>" })
      .where("id", "=", bob)
      .execute();
    await answer();
    const [letter] = await told();
    expect(Object.keys(letter?.headers ?? {})).not.toContain("bcc");
    expect(letter?.html).toContain("&lt;b&gt;");
  });

  test("is sent once, however many processes send", async () => {
    await answer();
    await pass(6);
    await Promise.all([tell(), tell(), tell(), tell()]);
    expect(inbox()).toHaveLength(1);
  });

  test("takes no extra statement per writer", async () => {
    const plain = await upstream.addUser(`没有邮箱的人${people}`);
    const [theirs, hers] = [await write.article({ authorId: plain }), await write.article({ authorId: alice })];
    const cost = async (targetId: number) =>
      (await upstream.measure(likeApi.add, { body: { targetKind: "article", targetId } }, { as: bob })).statements;
    expect(await cost(hers)).toBe(await cost(theirs));
  });
});

describe("a letter that does not go out", () => {
  test.each(["error", "lost", "451", "552 5.2.2", "554", "550 5.7.1", "550 5.1.8", "550 Ip frequency limited"])(
    "for a %s of the server is retried, later each time",
    async (fault) => {
      mail().faults.set(["error", "lost"].includes(fault) ? { kind: fault as "error" } : { kind: "code", code: fault });
      await answer();
      await told();
      expect(await countPutOff(upstream.services.db, ["mail"])).toBe(1);
      empty();
      mail().faults.set(null);
      await pass(4);
      await tell();
      expect(inbox()).toHaveLength(0);
      await pass(2);
      await tell();
      expect(inbox()).toHaveLength(1);
      expect(await countPutOff(upstream.services.db, ["mail"])).toBe(0);
    },
  );

  test("because the address does not exist stops that address, and its owner is told on the site", async () => {
    mail().faults.set({ kind: "code", code: "550 5.1.1" });
    await answer();
    await told();
    mail().faults.set(null);
    const { list } = await upstream.call(notificationApi.systemMessageList, { query: {} as never }, { as: alice });
    expect(list[0]?.title).toBe("寄到你邮箱的通知被退回，已停止寄信");
    const own = await upstream.call(mailAddressApi.get, {}, { as: alice });
    expect(own.stoppedAt).toBe(now.toISOString());
    expect((await upstream.call(notificationSettingsApi.get, {}, { as: alice })).reached).toEqual([]);
    await answer();
    await pass(90);
    await tell();
    expect(inbox()).toHaveLength(0);
    await address(alice, own.address ?? "");
    empty();
    expect(await told(), "what was done meanwhile is not told").toHaveLength(0);
    await answer();
    expect(await told()).toHaveLength(1);
  });

  test("to many because a server refuses them all stops one address at most, whether in one round or one after another", async () => {
    const others: number[] = [];
    for (let index = 0; index < 6; index += 1) {
      const other = await upstream.addUser(`他人${people}-${index}`);
      others.push(other);
      await address(other, `many${index}@example.com`);
      await want(["follow"], other);
    }
    const stopped = async () => {
      const rows = upstream.services.db
        .selectFrom("mail_addresses")
        .select("user_id")
        .where("stopped_at", "is not", null);
      return (await rows.where("user_id", "in", others).execute()).length;
    };
    const follow = (userId: number) => upstream.call(followApi.add, { body: { userId } }, { as: bob });
    await pass(1);
    for (const other of others.slice(0, 4)) await follow(other);
    mail().faults.set({ kind: "code", code: "550" });
    await told();
    expect(await stopped()).toBe(1);
    expect(await countPutOff(upstream.services.db, ["mail"]), "the round has ended").toBe(2);
    for (const other of others.slice(4)) {
      await follow(other);
      await told();
      expect(await stopped()).toBe(1);
    }
    mail().faults.set(null);
    empty();
    await pass(13 * 60);
    await tell();
    expect(inbox(), "nothing is lost").toHaveLength(5);
    expect(await stopped()).toBe(1);
  });

  test("to one of many does not stop the others; an unreachable server is not contacted for each", async () => {
    const others = [];
    for (let index = 0; index < 5; index += 1) {
      const other = await upstream.addUser(
        `别人${people}-${index}`,
        `1383${people}00${String(index).padStart(3, "0")}`,
      );
      others.push(other);
      await address(other, index === 1 ? "nobody2@example.com" : `other${index}@example.com`);
      await want(["follow"], other);
      await pass(1);
      await upstream.call(followApi.add, { body: { userId: other } }, { as: bob });
    }
    await upstream.services.db
      .updateTable("mail_addresses")
      .set({ address: "nobody@example.com" })
      .where("user_id", "=", others[1] ?? 0)
      .execute();
    empty();
    mail().faults.set({ kind: "error" });
    await told();
    expect(await countPutOff(upstream.services.db, ["mail"])).toBe(3);
    mail().faults.set(null);
    await pass(6);
    await tell();
    expect(
      inbox()
        .map(({ to }) => to)
        .toSorted(),
    ).toEqual([0, 2, 3, 4].map((index) => `other${index}@example.com`));
  });
});

describe("the link in a letter", () => {
  test("says what it ends, ends it without a login, and can be used again", async () => {
    await answer();
    await told();
    const token = unsubscribeToken();
    expect(await upstream.call(unsubscribeApi.look, { params: { token } })).toEqual({ sort: "mail" });
    expect(
      (await upstream.call(notificationSettingsApi.get, {}, { as: alice })).outside.mail,
      "looking ends nothing",
    ).toHaveLength(8);
    await upstream.call(unsubscribeApi.stop, { body: { token } });
    await upstream.call(unsubscribeApi.stop, { body: { token } });
    expect((await upstream.call(notificationSettingsApi.get, {}, { as: alice })).outside.mail).toEqual([]);
    await answer();
    await pass(90);
    await tell();
    expect(inbox()).toHaveLength(1);
  });

  test("that is forged ends nothing", async () => {
    await answer();
    await told();
    const token = unsubscribeToken();
    const [, ...rest] = token.split(".");
    for (const forged of [
      `${bob}.${rest.join(".")}`,
      token.slice(0, -1),
      `${token}x`,
      "1.mail.x",
      token.replace("mail", "site"),
    ]) {
      expect(await codeOf(upstream.call(unsubscribeApi.look, { params: { token: forged } })), forged).toBe("NOT_FOUND");
      expect(await codeOf(upstream.call(unsubscribeApi.stop, { body: { token: forged } })), forged).toBe("NOT_FOUND");
    }
  });
});

test("nothing is sent without a subscription, and a channel that the site lacks is not offered", async () => {
  expect(await upstream.call(notificationSettingsApi.get, {}, { as: bob })).toMatchObject({
    outside: { mail: [] },
    reached: [],
  });
  const bare = await createTestUpstream({ config: { mail: { kind: "off" }, officialAccount: { kind: "off" } } });
  const carol = await bare.addUser("卡罗尔");
  expect((await bare.call(notificationSettingsApi.get, {}, { as: carol })).outside).toEqual({});
  expect(await codeOf(bare.call(mailAddressApi.ask, { body: { address: "c@example.com" } }, { as: carol }))).toBe(
    "MAIL_FAILED",
  );
  await tellOutside(bare.services);
  await bare.close();
});

describe("who is notified of the same thing again and again", () => {
  const submitted = () => {
    const message = (times: number) => ({ kind: "form-answered", form: 1, name: "报名", times }) as const;
    const again = { userIds: [alice], key: "system/form/1", message, at: now.toISOString() };
    return transact(upstream.services.db, (trx) => notifyBySystemAgain(trx, again));
  };
  const unread = async () => (await upstream.call(notificationApi.unreadCountWithType, {}, { as: alice })).system;

  test("is told of it all the same", async () => {
    for (let minute = 0; minute < 40; minute += 1) {
      if (minute % 4 === 0) await submitted();
      await tell();
      await pass(1);
    }
    expect(inbox()).toHaveLength(1);
  });

  test("is told again of what came after the letter", async () => {
    await submitted();
    expect(await told()).toHaveLength(1);
    await pass(1);
    await submitted();
    await pass(90);
    await tell();
    expect(inbox()).toHaveLength(2);
  });

  test("does not read what came after the list", async () => {
    await submitted();
    await pass(1);
    const { asOf } = await upstream.call(notificationApi.systemMessageList, {}, { as: alice });
    await pass(1);
    await submitted();
    await upstream.call(notificationApi.readAll, { body: { asOf } }, { as: alice });
    expect(await unread()).toBe(1);
    await upstream.call(notificationApi.readAll, { body: {} }, { as: alice });
    expect(await unread()).toBe(0);
  });
});
