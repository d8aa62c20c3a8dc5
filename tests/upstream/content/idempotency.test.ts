import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { answerApi } from "#app/contract/content/answer";
import { articleApi } from "#app/contract/content/article";
import { commentApi } from "#app/contract/content/comment";
import { questionApi } from "#app/contract/content/question";
import { expectConsistent } from "#tests/upstream/support/consistency";
import { type CallError, createTestUpstream, type TestUpstream } from "#tests/upstream/support/harness";
import { createWriter } from "#tests/upstream/support/writer";
import { sweep } from "#upstream/jobs/sweep";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
let now = new Date("2026-05-01T00:00:00Z");
let upstream: TestUpstream;
let alice: number;
let bob: number;
let asked: number;
let keys = 0;
const newKey = () => `key-of-a-test-${String(++keys).padStart(4, "0")}`;
const later = (milliseconds: number) => {
  now = new Date(now.getTime() + milliseconds);
};

beforeAll(async () => {
  upstream = await createTestUpstream({ clock: () => now });
  alice = await upstream.addUser("爱丽丝", "8613800000001");
  bob = await upstream.addUser("鲍勃", "8613800000002");
  asked = (await upstream.call(questionApi.create, { body: { title: "用来回答的问题", content: "" } }, { as: bob })).id;
});
afterAll(() => upstream.close());

/** A question for each key, since a member answers a question once. */
const questions = new Map<string, Promise<number>>();
function questionFor(key = newKey()): Promise<number> {
  const write = createWriter(upstream);
  const known = questions.get(key) ?? write.question({ authorId: bob, title: "回答一次" });
  questions.set(key, known);
  return known;
}

type Text = { idempotencyKey?: string; words?: string };
type Make = (text: Text, as?: number) => Promise<{ id: number }>;
const MAKERS: Record<string, { table: "articles" | "questions" | "answers" | "comments"; make: Make }> = {
  article: {
    table: "articles",
    make: ({ words: content = "正文", ...rest }, as = alice) =>
      upstream.call(articleApi.create, { body: { title: "一篇写好的文章", content, ...rest } }, { as }),
  },
  question: {
    table: "questions",
    make: ({ words: content = "正文", ...rest }, as = alice) =>
      upstream.call(questionApi.create, { body: { title: "怎样只问一次问题", content, ...rest } }, { as }),
  },
  answer: {
    table: "answers",
    make: async ({ words: content = "回答", ...rest }, as = alice) => {
      const questionId = await questionFor(rest.idempotencyKey);
      return upstream.call(answerApi.create, { body: { questionId, content, ...rest } }, { as });
    },
  },
  comment: {
    table: "comments",
    make: ({ words: text = "评论", ...rest }, as = alice) =>
      upstream.call(commentApi.add, { body: { targetKind: "question", targetId: asked, text, ...rest } }, { as }),
  },
};

describe.each(Object.entries(MAKERS))("one %s", (_, { table, make }) => {
  const count = async () => (await upstream.services.db.selectFrom(table).select("id").execute()).length;

  test("is created once per key, however often and concurrently it is submitted", async () => {
    later(10 * MINUTE);
    const before = await count();
    const idempotencyKey = newKey();
    const first = await make({ idempotencyKey });
    expect(await make({ idempotencyKey })).toEqual(first);
    const other = newKey();
    const together = await Promise.all(Array.from({ length: 4 }, () => make({ idempotencyKey: other })));
    expect(new Set(together.map(({ id }) => id)).size).toBe(1);
    expect(await count()).toBe(before + 2);
    await expectConsistent(upstream.services.db);
  });

  test("is separate for another person with the same key, and for another or no key", async () => {
    later(10 * MINUTE);
    const idempotencyKey = newKey();
    const made = [
      await make({ idempotencyKey }),
      await make({ idempotencyKey }, bob),
      await make({ idempotencyKey: newKey() }),
      await make({}),
      await make({}),
    ];
    expect(new Set(made.map(({ id }) => id)).size).toBe(5);
  });

  test("is refused if the same key comes with other words, and the reply says so", async () => {
    later(10 * MINUTE);
    const idempotencyKey = newKey();
    const { id } = await make({ idempotencyKey });
    const before = await count();
    await expect(make({ idempotencyKey, words: "改过的话" })).rejects.toMatchObject({
      code: "ALREADY_SUBMITTED",
      data: { id },
    });
    expect(await count()).toBe(before);
  });

  test("that was refused can be submitted again", async () => {
    later(10 * MINUTE);
    const idempotencyKey = newKey();
    await expect(make({ idempotencyKey, words: "代开发票" })).rejects.toMatchObject({ code: "CONTENT_REJECTED" });
    expect((await make({ idempotencyKey })).id).toBeGreaterThan(0);
  });

  test("that is held for review is held once", async () => {
    later(10 * MINUTE);
    const reviews = async () => (await upstream.services.db.selectFrom("reviews").select("id").execute()).length;
    const before = await reviews();
    const idempotencyKey = newKey();
    const words = "兼职刷单，日赚千元";
    for (let turn = 0; turn < 2; turn += 1) {
      await expect(make({ idempotencyKey, words })).rejects.toMatchObject({ code: "CONTENT_HELD" });
    }
    expect(await reviews()).toBe(before + 1);
  });
});

test("a key is remembered for a day", async () => {
  const idempotencyKey = newKey();
  const { make } = MAKERS.article as (typeof MAKERS)[string];
  const first = await make({ idempotencyKey });
  later(DAY - 1);
  await sweep(upstream.services);
  expect(await make({ idempotencyKey })).toEqual(first);
  later(1);
  await sweep(upstream.services);
  expect(await make({ idempotencyKey })).not.toEqual(first);
});

test("an invalid key is refused", async () => {
  const { make } = MAKERS.comment as (typeof MAKERS)[string];
  const error: CallError = await make({ idempotencyKey: "../../x y" }).catch((refused) => refused);
  expect(error.code).toBe("INVALID_PARAMS");
});
