import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { commentApi } from "#app/contract/content/comment";
import { kindsWith } from "#app/contract/kinds";
import { type ReportTarget, reportApi, reportTarget } from "#app/contract/moderation/report";
import { createTestUpstream, type TestUpstream } from "#tests/upstream/support/harness";
import { writersOfEveryKind } from "#tests/upstream/support/writers-of-every-kind";

let upstream: TestUpstream;
let alice: number;
let bob: number;
/** One of each kind: alice's, or without an author. */
let targets: Record<ReportTarget, number>;

beforeAll(async () => {
  upstream = await createTestUpstream();
  alice = await upstream.addUser("爱丽丝", "8613800000001");
  bob = await upstream.addUser("鲍勃", "8613800000002");
  const write = writersOfEveryKind(upstream, { author: alice, reader: await upstream.addUser("读者") });
  targets = { user: alice } as typeof targets;
  for (const kind of kindsWith("reportable")) targets[kind] = await write[kind]();
});
afterAll(() => upstream.close());
beforeEach(async () => {
  await upstream.services.db.deleteFrom("rate_limits").execute();
  await upstream.services.db.deleteFrom("reports").execute();
});

const add = (as: number, kind: ReportTarget, reason: "spam" | "other", detail?: string, targetId = targets[kind]) =>
  upstream.call(reportApi.add, { body: { targetKind: kind, targetId, reason, detail } }, { as });
const stored = () =>
  upstream.services.db.selectFrom("reports").select(["target_kind", "reason", "detail", "state"]).execute();

it("an own report is told until somebody has decided about it", async () => {
  const query = { targetKind: "user", targetId: targets.user } as const;
  const own = () => upstream.call(reportApi.own, { query }, { as: bob });
  expect(await own()).toBeNull();
  await add(bob, "user", "other", "又来了");
  expect(await own()).toEqual({ reason: "other", detail: "又来了" });
  await upstream.services.db.updateTable("reports").set({ state: "dismissed" }).execute();
  expect(await own()).toBeNull();
});

it.each(reportTarget.options)("a %s is reported once per person, with the latest reason", async (kind) => {
  await add(bob, kind, "spam");
  await upstream.services.db.updateTable("reports").set({ state: "dismissed" }).execute();
  await add(bob, kind, "other", "又来了");
  expect(await stored()).toEqual([{ target_kind: kind, reason: "other", detail: "又来了", state: "open" }]);
  await expect(add(bob, kind, "spam", "", 999_999)).rejects.toMatchObject({ code: "NOT_FOUND" });
});

it.each(reportTarget.exclude(["case"]).options)("nobody can report their own %s", async (kind) => {
  await expect(add(alice, kind, "spam")).rejects.toMatchObject({ code: "INVALID_PARAMS" });
  expect(await stored()).toEqual([]);
});

it("deleted things can't be reported, and the reason 其他 needs an explanation", async () => {
  await expect(add(bob, "case", "other", " ")).rejects.toMatchObject({
    data: { fields: { detail: "请说明举报的原因" } },
  });
  await upstream.call(commentApi.remove, { body: { id: targets.comment } }, { as: alice });
  await expect(add(bob, "comment", "spam")).rejects.toMatchObject({ code: "NOT_FOUND" });
});
