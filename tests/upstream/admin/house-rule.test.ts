import { afterEach, beforeEach, expect, test } from "vitest";
import { adminContentApi } from "#app/contract/admin/content/content";
import { adminHouseRuleApi } from "#app/contract/admin/review/house-rule";
import { auditApi } from "#app/contract/admin/system/audit";
import { appealApi } from "#app/contract/moderation/appeal";
import { type HouseRule, houseRuleApi } from "#app/contract/moderation/house-rule";
import { notificationApi } from "#app/contract/notification/notification";
import { type CallError, createTestUpstream, type TestUpstream } from "#tests/upstream/support/harness";
import { addStaff, staffToken } from "#tests/upstream/support/staff";
import { createWriter } from "#tests/upstream/support/writer";

let upstream: TestUpstream;
let author: number;
let moderator: string;
let owner: string;
/** Milliseconds by which the clock runs ahead. */
let ahead = 0;

beforeEach(async () => {
  ahead = 0;
  upstream = await createTestUpstream({ clock: () => new Date(Date.now() + ahead) });
  author = await upstream.addUser("爱丽丝", "8613800000001");
  moderator = await staffToken(upstream, await addStaff(upstream, "moderator"));
  owner = await staffToken(upstream, await addStaff(upstream, "owner"));
});
afterEach(() => upstream.close());

const shown = () => upstream.call(houseRuleApi.list, {});
const kept = () => upstream.call(adminHouseRuleApi.get, {}, { token: moderator });
const put = (rules: Partial<HouseRule>[], version: number) => {
  const asked = rules.map(({ key = "", name = "", text = "" }) => ({ key, name, text }));
  return upstream.call(adminHouseRuleApi.put, { body: { rules: asked, version } }, { token: moderator });
};
const refusal = (call: Promise<unknown>) =>
  call.then(
    () => expect.unreachable("was not refused"),
    ({ code, data }: CallError) => ({ code, fields: (data as { fields?: object } | null)?.fields }),
  );
const article = () => createWriter(upstream).article({ authorId: author, title: "要移除的文章" });
const remove = (id: number, rule: string) =>
  upstream.call(adminContentApi.remove, { body: { items: [{ kind: "article", id }], rule } }, { token: moderator });

test("the default rules apply until staff add, change, order and retire rules; everybody can read them", async () => {
  const first = await shown();
  expect(first.map(({ key }) => key)).toContain("spam");
  const [spam, abuse] = first as [HouseRule, HouseRule];
  const rules = [{ name: "不要剧透", text: "影视版\n头一周" }, abuse, { ...spam, name: "不要广告" }];
  expect(await put(rules, 0)).toEqual({ version: 1 });
  const now = await shown();
  expect(now.map(({ name }) => name)).toEqual(["不要剧透", abuse.name, "不要广告"]);
  expect(now[0]).toMatchObject({ text: "影视版\n头一周" });
  expect(now[2]?.key).toBe("spam");
  // A renamed rule keeps its key, and a removed rule's key is not reused.
  const key = now[0]?.key ?? "";
  await put(now.slice(1), 1);
  await put([...now.slice(1), { name: "又一条" }], 2);
  expect((await shown()).map((one) => one.key)).not.toContain(key);
});

test("the second of two concurrent changes is told, indistinguishable rules are refused, and a change can be undone", async () => {
  await put([{ name: "只有一条" }], 0);
  expect((await refusal(put([{ name: "另一条" }], 0))).code).toBe("CONFLICT");
  expect((await refusal(put([{ key: "nobody", name: "不在的" }], 1))).code).toBe("CONFLICT");
  const twice = { code: "INVALID_PARAMS", fields: { "rules.1.name": "前面已经有这一条" } };
  expect(await refusal(put([{ name: "一样" }, { name: "一样" }], 1))).toEqual(twice);
  expect((await refusal(put([{ name: " " }], 1))).fields).toEqual({ "rules.0.name": "规则不能为空" });
  const { list } = await upstream.call(auditApi.list, { query: {} }, { token: owner });
  expect(list.map(({ action }) => action)).toEqual(["house-rule.put"]);
  await upstream.call(auditApi.undo, { body: { id: list[0]?.id ?? 0 } }, { token: owner });
  expect((await shown()).map(({ key }) => key)).toContain("spam");
});

test("a decision refers to a rule, and keeps its wording when the rule is changed or retired", async () => {
  const id = await article();
  const { rules } = await kept();
  await put([{ ...rules[0], name: "不要打广告" }, ...rules.slice(1)], 0);
  await remove(id, "spam");
  ahead = 10_000;
  const told = (await upstream.call(notificationApi.systemMessageList, { query: {} }, { as: author })).list[0];
  expect(told?.excerpt).toContain("不要打广告");
  await put(rules.slice(1), 1);
  const params = { kind: "article" as const, id };
  expect((await upstream.call(appealApi.get, { params }, { as: author })).reason).toBe("不要打广告");
  const retired = await refusal(remove(await article(), "spam"));
  expect(retired).toEqual({ code: "INVALID_PARAMS", fields: { rule: "请从列表里选择原因" } });
});
