import { afterEach, beforeEach, expect, test } from "vitest";
import { adminDeskApi } from "#app/contract/admin/desk/desk";
import { auditApi } from "#app/contract/admin/system/audit";
import type { AuditAction } from "#app/contract/admin/system/audit-actions";
import type { Role } from "#app/contract/permissions";
import { createTestUpstream, type TestUpstream } from "#tests/upstream/support/harness";
import { addStaff, staffToken } from "#tests/upstream/support/staff";
import { appendToAuditLog } from "#upstream/policy/audit-log";

const HOUR = 3_600_000;
let now: Date;
let upstream: TestUpstream;
let ownerId: number;
let owner: string;

beforeEach(async () => {
  now = new Date("2026-11-20T04:00:00.000Z");
  upstream = await createTestUpstream({ clock: () => now });
  ownerId = await addStaff(upstream, "owner");
  owner = await staffToken(upstream, ownerId);
});
afterEach(() => upstream.close());

const later = (hours: number) => {
  now = new Date(now.getTime() + hours * HOUR);
};
const desk = (token = owner) => upstream.call(adminDeskApi.get, {}, { token });
const seen = (at: string, token = owner) => upstream.call(adminDeskApi.seen, { body: { at } }, { token });
const addQuestion = (deletedAt: string | null = null) =>
  upstream.services.db
    .insertInto("questions")
    .values({
      author_id: 1,
      title: "问题",
      content: "",
      content_html: "",
      excerpt: "",
      tags: "[]",
      accepted_answer_id: null,
      top_answer_id: null,
      created_at: now.toISOString(),
      updated_at: now.toISOString(),
      deleted_at: deletedAt,
    })
    .execute();
const act = (actorId: number | null, action: AuditAction) =>
  upstream.services.db.transaction().execute((trx) =>
    appendToAuditLog(trx, {
      at: now.toISOString(),
      actorId,
      via: "console",
      roles: [],
      address: "",
      requestId: "",
      action,
      kind: "question",
      target: "1",
      before: null,
      after: null,
    }),
  );
const countOf = async (key: string, token = owner) =>
  (await desk(token)).changes.find((change) => change.key === key)?.count;

test("new items are counted since one last marked everything as seen, or for a day", async () => {
  later(-30);
  await addQuestion();
  later(30);
  expect((await desk()).since).toBe(new Date(now.getTime() - 24 * HOUR).toISOString());
  expect(await countOf("question")).toBe(0);
  later(1);
  await addQuestion();
  await addQuestion(now.toISOString());
  await upstream.addUser("甲", "8613800000001");
  expect([await countOf("question"), await countOf("member")]).toEqual([1, 2]);
  later(1);
  const { now: shown } = await desk();
  await seen(shown);
  expect([(await desk()).since, await countOf("question")]).toEqual([shown, 0]);
  later(1);
  await addQuestion();
  expect(await countOf("question")).toBe(1);
});

test("the later of two marks counts, a time in the future or an invalid one is refused, and each member of staff has their own", async () => {
  const first = now.toISOString();
  later(2);
  await seen(now.toISOString());
  await seen(first);
  expect((await desk()).since).toBe(now.toISOString());
  const refused = (at: string) => seen(at).catch(({ data }) => Object.keys(data.fields));
  expect(await refused("2999-01-01T00:00:00.000Z")).toEqual(["at"]);
  expect(await refused("gestern")).toEqual(["at"]);
  const editor = await staffToken(upstream, await addStaff(upstream, "editor"));
  expect((await desk(editor)).since).not.toBe(now.toISOString());
});

test("actions of colleagues are listed without one's own, the latest with the name", async () => {
  const colleague = await addStaff(upstream, "moderator");
  await act(ownerId, "content.remove");
  for (let n = 0; n < 6; n++) await act(colleague, "content.remove");
  await act(null, "draft.publish");
  const { actions } = await desk();
  expect([actions?.count, actions?.last.length]).toEqual([7, 5]);
  expect(actions?.last[0]).toMatchObject({ actor: null, action: "draft.publish" });
  expect(actions?.last[1]?.actor).toEqual(expect.any(String));
  expect(await countOf("removal")).toBe(6);
  const { list } = await upstream.call(auditApi.list, { query: {} }, { token: owner });
  expect(list.map(({ id }) => id)).toContain(actions?.last[0]?.id);
});

test("the state of the site includes today's errors, messages against their budget, and the last bill", async () => {
  const { db } = upstream.services;
  const states = async (token = owner) =>
    Object.fromEntries((await desk(token)).health.map(({ key, state }) => [key, state]));
  expect(await states()).toMatchObject({ failed: "ok", sms: "ok", login: "ok", queue: "ok" });
  const figure = (key: string, value: number, day = "2026-11-20") =>
    db
      .insertInto("metrics_daily")
      .values({ day, key, value })
      .onConflict((conflict) => conflict.columns(["day", "key"]).doUpdateSet({ value }))
      .execute();
  await figure("page.failed", 99, "2026-11-19");
  expect((await states()).failed).toBe("ok");
  await figure("page.failed", 1);
  await figure("sms.sent", 10);
  await figure("sms.failed", 1);
  await figure("queue.due", 2);
  expect(await states()).toMatchObject({ failed: "warn", sms: "warn", queue: "warn" });
  await figure("page.failed", 50);
  await figure("sms.failed", 6);
  expect(await states()).toMatchObject({ failed: "bad", sms: "bad" });
  await db
    .insertInto("zhiku_reconciliations")
    .values({ day: "2026-11-19", compared_at: now.toISOString(), compared_by: null, differences: 2, result: "{}" })
    .execute();
  expect((await states()).bill).toBe("bad");
  expect((await states(await staffToken(upstream, await addStaff(upstream, "editor")))).bill).toBeUndefined();
});

test("each role sees only what it may read, at a cost that does not depend on the amount", async () => {
  const asRole = async (role: Role) => desk(await staffToken(upstream, await addStaff(upstream, role)));
  const editor = await asRole("editor");
  expect(editor.changes.map(({ key }) => key)).toEqual(["question", "answer", "article", "comment", "removal"]);
  expect(editor.actions).toBeNull();
  expect(editor.week?.series.map(({ key }) => key)).not.toContain("money.revenue");
  expect((await asRole("moderator")).week).toBeNull();
  expect((await desk()).week?.series.map(({ key }) => key)).toContain("money.revenue");
  expect((await desk()).week?.labels).toHaveLength(7);
  const { statements } = await upstream.measure(adminDeskApi.get, {}, { token: owner });
  // Session (two), visit, figures, events, actions (two), bill.
  expect(statements).toBeLessThanOrEqual(8);
});
