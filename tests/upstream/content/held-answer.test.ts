import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { adminReviewApi } from "#app/contract/admin/review/review";
import { answerApi } from "#app/contract/content/answer";
import { reviewApi } from "#app/contract/moderation/review";
import { expectConsistent } from "#tests/upstream/support/consistency";
import { type CallError, createTestUpstream, type TestUpstream } from "#tests/upstream/support/harness";
import { addStaff, staffToken } from "#tests/upstream/support/staff";
import { createWriter } from "#tests/upstream/support/writer";

const BAD = "跟我兼职刷单";
let upstream: TestUpstream;
let alice: number;
let moderator: string;
let questionId: number;

beforeAll(async () => {
  upstream = await createTestUpstream();
  alice = await upstream.addUser("爱丽丝", "8613800000001");
  moderator = await staffToken(upstream, await addStaff(upstream, "moderator"));
});
afterAll(() => upstream.close());
beforeEach(async () => {
  await upstream.services.db.deleteFrom("rate_limits").execute();
  questionId = await createWriter(upstream).question({ authorId: await upstream.addUser("提问的人") });
});

const refusal = (work: Promise<unknown>): Promise<CallError> =>
  work.then(
    () => expect.unreachable("was not refused"),
    (error: CallError) => error,
  );
const answer = (content: string) => upstream.call(answerApi.create, { body: { questionId, content } }, { as: alice });
async function hold(content: string): Promise<number> {
  const { code, data } = await refusal(answer(content));
  expect(code).toBe("CONTENT_HELD");
  return (data as { id: number }).id;
}
const approve = (id: number, version: number) =>
  upstream.call(adminReviewApi.decide, { body: { items: [{ id, version }], action: "approve" } }, { token: moderator });
const answers = async () => (await upstream.call(answerApi.list, { query: { questionId } })).total;

describe("a held answer to a question that its author has answered meanwhile", () => {
  test("is not approved, and the operator reads why", async () => {
    const held = await hold(BAD);
    await answer("后来的回答");
    const { obstacle } = await upstream.call(adminReviewApi.get, { params: { id: held } }, { token: moderator });
    expect(obstacle).toBe("answered");
    expect(await approve(held, 1)).toMatchObject({
      done: [],
      failed: [{ id: held, code: "CONFLICT", message: expect.stringContaining("作者已经另外回答过这个问题") }],
    });
    expect(await answers()).toBe(1);
    await expectConsistent(upstream.services.db);
  });

  test("is not resubmitted by its author, until the other one is deleted", async () => {
    const held = await hold(BAD);
    const { id } = await answer("后来的回答");
    const { fields, version } = await upstream.call(reviewApi.get, { params: { id: held } }, { as: alice });
    const resubmit = (content: string) =>
      upstream.call(reviewApi.put, { body: { ...fields, id: held, version, content } }, { as: alice });
    for (const words of ["干净的回答", `${BAD}，又来`]) {
      expect(await refusal(resubmit(words))).toMatchObject({
        code: "INVALID_PARAMS",
        data: { fields: { content: expect.stringContaining("你已经回答过这个问题") } },
      });
    }
    await upstream.call(answerApi.remove, { body: { id } }, { as: alice });
    expect(await resubmit("干净的回答")).toMatchObject({ state: "approved" });
    expect(await answers()).toBe(1);
  });

  test("is published once, if two that wait are approved", async () => {
    const [first, second] = [await hold(BAD), await hold(`${BAD}，第二份`)];
    const done = await Promise.all([approve(first, 1), approve(second, 1)]);
    expect(done.flatMap((one) => one.done)).toHaveLength(1);
    expect(await answers()).toBe(1);
  });
});
