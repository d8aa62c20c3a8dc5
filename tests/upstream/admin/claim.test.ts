import { afterEach, beforeEach, expect, test } from "vitest";
import { adminReportApi } from "#app/contract/admin/review/report";
import { adminReviewApi } from "#app/contract/admin/review/review";
import { questionApi } from "#app/contract/content/question";
import { reportApi } from "#app/contract/moderation/report";
import { type CallError, createTestUpstream, type TestUpstream } from "#tests/upstream/support/harness";
import { addStaff, staffToken } from "#tests/upstream/support/staff";
import { createWriter } from "#tests/upstream/support/writer";

const MINUTE = 60_000;
let now: number;
let upstream: TestUpstream;
let first: string;
let second: string;
let alice: number;

beforeEach(async () => {
  now = Date.parse("2026-05-01T00:00:00Z");
  upstream = await createTestUpstream({ clock: () => new Date(now) });
  first = await staffToken(upstream, await addStaff(upstream, "moderator"));
  second = await staffToken(upstream, await addStaff(upstream, "moderator"));
  alice = await upstream.addUser("爱丽丝", "8613800000001");
});
afterEach(() => upstream.close());

const messageOf = (promise: Promise<unknown>) =>
  promise.then(
    () => "SUCCESS",
    (error: CallError) => error.message,
  );
async function held(title: string): Promise<number> {
  const body = { title, content: "跟我兼职刷单的经历", tags: [] };
  const { data } = await upstream.call(questionApi.create, { body }, { as: alice }).then(
    () => expect.unreachable("was not held"),
    (caught: CallError) => caught,
  );
  return (data as { id: number }).id;
}
const claim = (id: number, token: string, takeOver = false) =>
  upstream.call(adminReviewApi.claim, { body: { id, takeOver } }, { token });
const claims = async (token: string) =>
  (await upstream.call(adminReviewApi.list, { query: {} }, { token })).list.map((one) => one.claim);
const approve = async (id: number, token: string) => {
  const body = { items: [{ id, version: 1 }], action: "approve" as const };
  const { failed } = await upstream.call(adminReviewApi.decide, { body }, { token });
  return failed[0]?.message ?? "SUCCESS";
};

test("colleagues see for ten minutes who has a text open; each text has one claim", async () => {
  const [one, other] = [await held("第一个等待的问题"), await held("第二个等待的问题")];
  expect(await claims(second)).toEqual([null, null]);
  await claim(one, first);
  const until = "2026-05-01T00:10:00.000Z";
  expect(await claims(first)).toEqual([{ by: expect.any(String), mine: true, until }, null]);
  expect(await claims(second)).toEqual([{ by: expect.stringMatching(/^工作人员moderator/), mine: false, until }, null]);
  await claim(other, first);
  expect((await claims(second)).map((one) => one?.mine)).toEqual([undefined, false]);
  now += 10 * MINUTE;
  expect(await claims(second)).toEqual([null, null]);
});

test("a text claimed by somebody else is decided on only after taking it over explicitly", async () => {
  const id = await held("两个人都想处理的问题");
  await claim(id, first);
  expect(await approve(id, second)).toMatch(
    /^工作人员moderator.*正在处理（到 2026 年 5 月 1 日 08:10），要处理请先打开它接手$/,
  );
  expect(await messageOf(claim(id, second))).toMatch(/^CONFLICT: 工作人员moderator.*正在处理/);
  await claim(id, second, true);
  expect(await approve(id, first)).toContain("正在处理");
  expect(await approve(id, second)).toBe("SUCCESS");
  expect(await upstream.services.db.selectFrom("claims").selectAll().execute()).toEqual([]);
  expect(await approve(id, first)).not.toBe("SUCCESS");
});

test("an expired claim blocks nobody, and of two who claim at once the slower is told who was faster", async () => {
  const id = await held("同时打开的一个问题");
  const outcomes = await Promise.all([messageOf(claim(id, first)), messageOf(claim(id, second))]);
  expect(outcomes.filter((one) => one === "SUCCESS")).toHaveLength(1);
  expect(outcomes.find((one) => one !== "SUCCESS")).toMatch(/^CONFLICT/);
  now += 10 * MINUTE;
  expect(await approve(id, first)).toBe("SUCCESS");
});

test("reported things are claimed by kind and id", async () => {
  const write = createWriter(upstream);
  const id = await write.article({ authorId: await upstream.addUser("作者") });
  await upstream.call(reportApi.add, { body: { targetKind: "article", targetId: id, reason: "spam" } }, { as: alice });
  const place = { kind: "article" as const, id };
  await upstream.call(adminReportApi.claim, { body: { ...place, takeOver: false } }, { token: first });
  const { list } = await upstream.call(adminReportApi.list, { query: {} }, { token: second });
  expect(list).toMatchObject([{ claim: { mine: false } }]);
  const decide = { body: { items: [place], action: "keep" as const } };
  const { failed } = await upstream.call(adminReportApi.decide, decide, { token: second });
  expect(failed).toMatchObject([{ ...place, code: "CONFLICT" }]);
  expect((await upstream.call(adminReportApi.decide, decide, { token: first })).done).toEqual([place]);
});
