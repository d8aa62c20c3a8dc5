import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { answerApi } from "#app/contract/content/answer";
import { articleApi } from "#app/contract/content/article";
import { commentApi } from "#app/contract/content/comment";
import { questionApi } from "#app/contract/content/question";
import { accountApi } from "#app/contract/people/account";
import { smsApi } from "#app/contract/people/sms";
import { userApi } from "#app/contract/people/user";
import { trashApi } from "#app/contract/writing/trash";
import { type CallError, createTestUpstream, type TestUpstream } from "#tests/upstream/support/harness";
import { captchaPass, sentCode } from "#tests/upstream/support/sms-codes";
import { createWriter } from "#tests/upstream/support/writer";
import { issueToken } from "#upstream/db/one-time-tokens";
import { shareOfOld } from "#upstream/modules/user/password";
import { hashPassword } from "#upstream/services/password/hash-password";

const DAY = 24 * 60 * 60 * 1000;
let upstream: TestUpstream;
let now = new Date("2026-05-01T00:00:00Z");
let asker: number;
/** Numbers of 11 digits: of a member with a password, of one without, unused. */
const NUMBERS = { known: "13800000001", bare: "13800000002", nobody: "13800000003" };

beforeAll(async () => {
  upstream = await createTestUpstream({ clock: () => now });
  const id = await upstream.addUser("有密码", `86${NUMBERS.known}`);
  const password_hash = await hashPassword("correct horse", 16);
  await upstream.services.db.updateTable("users").set({ password_hash }).where("id", "=", id).execute();
  await upstream.addUser("无密码", `86${NUMBERS.bare}`);
  asker = await upstream.addUser("打听的人", "8613800000009");
});
afterAll(() => upstream.close());
beforeEach(async () => {
  now = new Date(now.getTime() + DAY);
  await upstream.services.db.deleteFrom("rate_limits").execute();
  await upstream.services.db.deleteFrom("sms_codes").execute();
});

/** Everything visible to a caller, and the number of statements. */
async function seen(call: () => Promise<unknown>) {
  const before = upstream.services.connection.statements();
  const answer = await call().catch((error: CallError) => [error.code, error.message, error.data]);
  return { answer, statements: upstream.services.connection.statements() - before };
}

const ticket = () => {
  const payload = { subject: "o-stranger", nickname: "陌生人" };
  return issueToken(upstream.services.db, upstream.services, { purpose: "wechat-ticket", payload, lifetime: 60_000 });
};
const send = (purpose: "login" | "bind-weixin" | "change-phone", as?: number) => async (phone: string) => {
  const body = { phone, purpose, captchaVerification: await captchaPass(upstream) };
  return () => upstream.call(smsApi.code, { body }, as === undefined ? {} : { as });
};
const codeSent = (phone: string) => sentCode(upstream, phone, "login");

/** Every call that takes a number, by someone who does not own it. Returns the call after its preparation. */
const QUESTIONS: Record<string, (phone: string) => Promise<() => Promise<unknown>>> = {
  "a login by password": async (phone) => {
    // Loaded once an hour, by whichever number comes first.
    await shareOfOld(upstream.services);
    return () => upstream.call(userApi.login, { body: { phone, password: "wrong wrong" } });
  },
  "a login by a code that nobody sent": async (phone) => () =>
    upstream.call(userApi.loginOrRegisterByPhone, { body: { phone, code: "000000" } }),
  "a login by a wrong code": async (phone) => {
    await codeSent(phone);
    return () => upstream.call(userApi.loginOrRegisterByPhone, { body: { phone, code: "111111" } });
  },
  "a WeChat account bound by a wrong code": async (phone) => {
    const held = await ticket();
    return () => upstream.call(userApi.loginOrRegisterByPhone, { body: { phone, code: "000000", ticket: held } });
  },
  "a code to log in": send("login"),
  "a code to bind WeChat": send("bind-weixin"),
  "a code for another number": async (phone) => send("change-phone", asker)(phone),
  "another number by a wrong code": async (phone) => () =>
    upstream.call(accountApi.changePhone, { body: { phone, code: "000000", currentCode: "000000" } }, { as: asker }),
};

describe.each(Object.entries(QUESTIONS))("%s", (_, ask) => {
  test("gives the same reply with the same work, whoever has the number", async () => {
    // The first call of a day finds no session yet.
    await upstream.call(accountApi.sessions, {}, { as: asker });
    const answers: Record<string, unknown> = {};
    for (const [name, phone] of Object.entries(NUMBERS)) {
      await upstream.services.db.deleteFrom("rate_limits").execute();
      const call = await ask(phone);
      await upstream.services.db.deleteFrom("rate_limits").execute();
      answers[name] = await seen(call);
    }
    expect(answers.bare).toEqual(answers.known);
    expect(answers.nobody).toEqual(answers.known);
  });
});

test("a deleted thing looks to others as if it had never existed", async () => {
  const write = createWriter(upstream);
  const author = await upstream.addUser("删了的人", "8613800000010");
  const question = await write.question({ authorId: author });
  const [article, answer] = [
    await write.article({ authorId: author }),
    await write.answer({ authorId: author, questionId: await write.question({ authorId: asker }) }),
  ];
  const place = { targetKind: "question", targetId: await write.question({ authorId: asker }) } as const;
  const comment = await write.comment({ authorId: author, ...place });
  for (const [api, id] of [
    [questionApi.remove, question],
    [articleApi.remove, article],
    [answerApi.remove, answer],
    [commentApi.remove, comment],
  ] as const) {
    await upstream.call(api, { body: { id } }, { as: author });
  }
  const as = { as: asker };
  const text = { title: "一个足够长的标题", content: "改" };
  const calls: Record<string, [gone: number, call: (id: number) => Promise<unknown>]> = {
    "reading a question": [question, (id) => upstream.call(questionApi.get, { params: { id } }, as)],
    "editing a question": [question, (id) => upstream.call(questionApi.init, { params: { id } }, as)],
    "changing a question": [
      question,
      (id) => upstream.call(questionApi.update, { body: { id, version: 1, ...text } }, as),
    ],
    "deleting a question": [question, (id) => upstream.call(questionApi.remove, { body: { id } }, as)],
    "restoring a question": [question, (id) => upstream.call(trashApi.restore, { body: { kind: "question", id } }, as)],
    "reading an article": [article, (id) => upstream.call(articleApi.get, { params: { id } }, as)],
    "editing an article": [article, (id) => upstream.call(articleApi.init, { params: { id } }, as)],
    "changing an article": [
      article,
      (id) => upstream.call(articleApi.update, { body: { id, version: 1, ...text } }, as),
    ],
    "deleting an article": [article, (id) => upstream.call(articleApi.remove, { body: { id } }, as)],
    "reading an answer": [answer, (id) => upstream.call(answerApi.get, { params: { id } }, as)],
    "editing an answer": [answer, (id) => upstream.call(answerApi.init, { params: { id } }, as)],
    "changing an answer": [
      answer,
      (id) => upstream.call(answerApi.update, { body: { id, version: 1, content: "改" } }, as),
    ],
    "deleting an answer": [answer, (id) => upstream.call(answerApi.remove, { body: { id } }, as)],
    "deleting a comment": [comment, (id) => upstream.call(commentApi.remove, { body: { id } }, as)],
    "replying to a comment": [
      comment,
      (id) => upstream.call(commentApi.add, { body: { ...place, text: "回复", replyToId: id } }, as),
    ],
  };
  for (const [name, [gone, call]] of Object.entries(calls)) {
    await upstream.services.db.deleteFrom("rate_limits").execute();
    const answers = [await seen(() => call(gone)), await seen(() => call(987_654))].map(({ answer }) => answer);
    expect(answers[0], name).toEqual(answers[1]);
    expect(answers[0], name).toEqual(expect.arrayContaining(["NOT_FOUND"]));
  }
});
