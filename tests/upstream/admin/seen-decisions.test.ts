import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { adminContentApi, type RemovableContent } from "#app/contract/admin/content/content";
import { adminReportApi, type ReportedPlace } from "#app/contract/admin/review/report";
import { adminUserApi } from "#app/contract/admin/user/user";
import { commentEditApi } from "#app/contract/content/comment-edit";
import type { CallInput } from "#app/contract/endpoint";
import { type ReportReason, reportApi } from "#app/contract/moderation/report";
import { createTestUpstream, type TestUpstream } from "#tests/upstream/support/harness";
import { addStaff, staffToken } from "#tests/upstream/support/staff";
import { createWriter, type Writer } from "#tests/upstream/support/writer";

let now = new Date("2026-05-01T00:00:00Z");
let upstream: TestUpstream;
let write: Writer;
let author: number;
let readers: [number, number];
let token: string;
let colleague: string;

beforeAll(async () => {
  upstream = await createTestUpstream({ clock: () => now });
  write = createWriter(upstream);
  author = await upstream.addUser("写的人", "8613800000001");
  readers = [await upstream.addUser("读者甲", "8613800000002"), await upstream.addUser("读者乙", "8613800000003")];
  token = await staffToken(upstream, await addStaff(upstream, "moderator"));
  colleague = await staffToken(upstream, await addStaff(upstream, "moderator"));
});
afterAll(() => upstream.close());
beforeEach(async () => {
  now = new Date(now.getTime() + 60_000);
  await upstream.services.db.deleteFrom("rate_limits").execute();
  await upstream.services.db.deleteFrom("reports").execute();
});

const later = () => (now = new Date(now.getTime() + 1000));
const report = (as: number, { kind, id }: ReportedPlace, reason: ReportReason = "spam", detail = "") =>
  upstream.call(reportApi.add, { body: { targetKind: kind, targetId: id, reason, detail } }, { as });
const article = async () => ({
  kind: "article" as const,
  id: await write.article({ authorId: author, title: "一篇很长的好文章" }),
});
/** Changes an article as its author does. */
const rewrite = ({ id }: { id: number }) =>
  upstream.services.db
    .updateTable("articles")
    .set((eb) => ({ content: "改成了好话", version: eb("version", "+", 1) }))
    .where("id", "=", id)
    .execute();

/** Versions of a reported item by the two calls that show it: its page, and the list. */
async function seenReports(place: ReportedPlace): Promise<[string, string]> {
  const page = await upstream.call(adminReportApi.get, { params: place, query: {} }, { token });
  const { list } = await upstream.call(adminReportApi.list, { query: {} }, { token });
  return [page.version, list.find(({ kind, id }) => kind === place.kind && id === place.id)?.version ?? ""];
}
type Reports = CallInput<typeof adminReportApi.decide>["body"];
const decideReports = async (items: Reports["items"], action: Reports["action"] = "keep") =>
  upstream.call(adminReportApi.decide, { body: { items, action, rule: action === "remove" ? "spam" : "" } }, { token });
const openReports = async ({ kind, id }: ReportedPlace) =>
  (
    await upstream.services.db
      .selectFrom("reports")
      .select("id")
      .where("target_kind", "=", kind)
      .where("target_id", "=", id)
      .where("state", "=", "open")
      .execute()
  ).length;

describe("a decision on reports closes those that were seen, and no others", () => {
  test.each(["keep", "handled", "remove"] as const)("%s: a report that came since is named", async (action) => {
    const [place, other] = [await article(), await article()];
    for (const one of [place, other]) await report(readers[0], one);
    const versions = await seenReports(place);
    const [version] = await seenReports(other);
    expect(versions[0]).toBe(versions[1]);
    later();
    await report(readers[1], place, "illegal", "第三段");
    for (const version of versions) {
      const { done, failed } = await decideReports([{ ...place, version }], action);
      expect([done, failed]).toEqual([
        [],
        [{ ...place, version, code: "CONFLICT", message: "刚才读者乙又举报了它，请看过再处理" }],
      ]);
    }
    expect(await openReports(place)).toBe(2);
    const both = await decideReports(
      [
        { ...place, version: versions[0] },
        { ...other, version },
      ],
      action,
    );
    expect([both.done.map(({ id }) => id), both.failed.map(({ id }) => id)]).toEqual([[other.id], [place.id]]);
    const [fresh] = await seenReports(place);
    expect(await decideReports([{ ...place, version: fresh }], action)).toMatchObject({ failed: [] });
    expect(await openReports(place)).toBe(0);
  });

  test("a report whose reason was changed since is not closed either; one that shows nothing closes all", async () => {
    const place = await article();
    await report(readers[0], place);
    const [version] = await seenReports(place);
    await report(readers[0], place, "illegal", "更严重的一处");
    const { failed } = await decideReports([{ ...place, version }]);
    expect(failed).toMatchObject([{ message: "它的举报刚才有改动，请看过再处理" }]);
    expect(await decideReports([place])).toMatchObject({ failed: [] });
  });

  test.each(["keep", "remove"] as const)(
    "%s: not if the text was changed, removed or restored since",
    async (action) => {
      const place = await article();
      await report(readers[0], place);
      const refused = async (version: string) =>
        (await decideReports([{ ...place, version }], action)).failed[0]?.message;
      const [first] = await seenReports(place);
      await rewrite(place);
      expect(await refused(first)).toBe("它刚才又改过，请看过再处理");
      const [second] = await seenReports(place);
      const remove = { items: [place], rule: "spam", note: "" };
      await upstream.call(adminContentApi.remove, { body: remove }, { token: colleague });
      expect(await refused(second)).toBe("同事刚才移除了它，请看过再处理");
      const [third] = await seenReports(place);
      await upstream.call(adminContentApi.restore, { body: { items: [place] } }, { token: colleague });
      expect(await refused(third)).toBe("同事刚才恢复了它，请看过再处理");
      expect(await openReports(place)).toBe(1);
      expect(await refused((await seenReports(place))[1])).toBeUndefined();
    },
  );

  test("not if a reported person has another name, or a comment was edited", async () => {
    const person: ReportedPlace = { kind: "user", id: author };
    const comment: ReportedPlace = {
      kind: "comment",
      id: await write.comment({ authorId: author, targetKind: "article", targetId: (await article()).id, text: "话" }),
    };
    for (const place of [person, comment]) await report(readers[0], place);
    const [[name], [text]] = [await seenReports(person), await seenReports(comment)];
    await upstream.services.db.updateTable("users").set({ nickname: "改了名" }).where("id", "=", author).execute();
    await upstream.call(commentEditApi.put, { body: { id: comment.id, version: 1, text: "好话" } }, { as: author });
    const { failed } = await decideReports([
      { ...person, version: name },
      { ...comment, version: text },
    ]);
    expect(failed.map(({ message }) => message)).toEqual([
      "此人刚才改了昵称，请看过再处理",
      "它刚才又改过，请看过再处理",
    ]);
  });
});

describe("a text is removed or restored as it was seen", () => {
  const seen = async ({ kind, id }: RemovableContent, state: "public" | "removed" = "public") => {
    const page = await upstream.call(adminContentApi.get, { params: { kind, id } }, { token });
    const { list } = await upstream.call(adminContentApi.list, { params: { kind }, query: { state } }, { token });
    expect(list.find((one) => one.id === id)?.version).toBe(page.version);
    return { kind, id, version: page.version };
  };
  const remove = (items: object[], more: { as?: string; rule?: string; dryRun?: boolean } = {}) => {
    const { as = token, rule = "spam", dryRun = false } = more;
    return upstream.call(
      adminContentApi.remove,
      { body: { items: items as [], rule, note: "", dryRun } },
      { token: as },
    );
  };

  test("a changed text is not removed, and its preview says so", async () => {
    const place = await article();
    const item = await seen(place);
    await rewrite(place);
    for (const dryRun of [true, false]) {
      expect(await remove([item], { dryRun })).toMatchObject({
        done: [],
        failed: [{ id: place.id, code: "CONFLICT", message: "它刚才又改过，请看过再处理" }],
      });
    }
    expect(await remove([await seen(place)])).toMatchObject({ failed: [] });
  });

  test("a text that a colleague has removed again, for another reason, is not restored", async () => {
    const place = await article();
    await remove([place]);
    const item = await seen(place, "removed");
    await upstream.call(adminContentApi.restore, { body: { items: [place] } }, { token: colleague });
    later();
    await remove([place], { as: colleague, rule: "illegal" });
    const restore = (one: object) =>
      upstream.call(adminContentApi.restore, { body: { items: [one as never] } }, { token });
    expect(await restore(item)).toMatchObject({ failed: [{ message: "同事刚才移除了它，请看过再处理" }] });
    expect(await restore(await seen(place, "removed"))).toMatchObject({ failed: [] });
  });
});

describe("a sanction is imposed or lifted beside those that were seen", () => {
  const impose = (body: Partial<CallInput<typeof adminUserApi.sanction>["body"]>, as = token) =>
    upstream.call(
      adminUserApi.sanction,
      { body: { userId: author, kind: "mute", days: 3, reason: "到处发广告", ...body } },
      { token: as },
    );
  const inForce = async () => {
    const { sanctions } = await upstream.call(adminUserApi.get, { params: { id: author } }, { token });
    const { list } = await upstream.call(adminUserApi.list, { query: { q: String(author) } }, { token });
    const ids = sanctions.filter((one) => one.inForce).map(({ id }) => id);
    expect(list.find(({ userId }) => userId === author)?.inForce).toEqual(ids.sort((a, b) => a - b));
    return ids;
  };
  const message = "同事刚才处罚过此人（禁言），请看过再处理";

  test("a colleague's longer mute is not replaced by a shorter one unseen; the seen one is", async () => {
    const seenInForce = await inForce();
    await impose({ days: 30 }, colleague);
    await expect(impose({ days: 1, seenInForce })).rejects.toThrow(message);
    expect(await impose({ days: 1, seenInForce: await inForce() })).toMatchObject({ id: expect.any(Number) });
  });

  test("several: a sanction that came since is neither replaced nor lifted", async () => {
    const { id: first } = await impose({});
    const seenInForce = [first];
    const each = { userIds: [author], reason: "到处发广告", seenInForce };
    await impose({ days: 5 }, colleague);
    const refused = { done: [], failed: [{ userId: author, code: "CONFLICT", message }] };
    const body = { ...each, kind: "mute" as const, days: 30 };
    expect(await upstream.call(adminUserApi.sanctionEach, { body }, { token })).toMatchObject(refused);
    expect(await upstream.call(adminUserApi.liftEach, { body: each }, { token })).toMatchObject(refused);
    const fresh = { ...each, seenInForce: await inForce() };
    expect(await upstream.call(adminUserApi.liftEach, { body: fresh }, { token })).toMatchObject({ failed: [] });
  });
});
