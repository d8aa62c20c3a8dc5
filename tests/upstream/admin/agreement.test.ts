import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { adminAgreementApi } from "#app/contract/admin/site/agreement";
import { auditApi } from "#app/contract/admin/system/audit";
import { commentApi } from "#app/contract/content/comment";
import { questionApi } from "#app/contract/content/question";
import type { CallInput } from "#app/contract/endpoint";
import { agreementApi } from "#app/contract/people/agreement";
import { AGREEMENTS, type AgreementKey, agreementKeys } from "#app/contract/people/agreements";
import { configApi } from "#app/contract/site/config";
import { undoneState } from "#tests/upstream/support/database-state";
import { exportOf } from "#tests/upstream/support/export-of";
import { createTestUpstream, type TestUpstream } from "#tests/upstream/support/harness";
import { outcomeOf } from "#tests/upstream/support/outcome-of";
import { addStaff, staffToken } from "#tests/upstream/support/staff";
import { applyAgreements } from "#upstream/modules/agreement/write";

const START = new Date("2026-05-01T02:00:00.000Z");

let now: Date;
let upstream: TestUpstream;
let token: string;
let member: number;

beforeEach(async () => {
  now = START;
  upstream = await createTestUpstream({ clock: () => now });
  token = await staffToken(upstream, await addStaff(upstream, "owner"));
  member = await upstream.addUser("成员", "8613800000077");
});
afterEach(() => upstream.close());

type Fields = Partial<{ content: string; effectiveOn: string; askAgain: boolean; changes: string; title: string }>;
const publish = (key: AgreementKey, version: number, fields: Fields = {}) =>
  upstream.call(
    adminAgreementApi.publish,
    { body: { key, version, title: AGREEMENTS[key].name, content: `第 ${version + 1} 版的话`, ...fields } },
    { token },
  );
const withdraw = (key: AgreementKey, version: number) =>
  upstream.call(adminAgreementApi.withdraw, { body: { key, version } }, { token });
const pending = async (as = member) =>
  (await upstream.call(agreementApi.pending, { query: {} }, { as })).map(({ key, version }) => `${key}/${version}`);
const agree = (agreed?: { key: AgreementKey; version: number }[], as = member) =>
  upstream.call(agreementApi.agree, { body: agreed ? { agreed } : {} }, { as, ip: "203.0.113.5" });
const read = async (key: string) => (await upstream.call(configApi.text, { query: { keys: key } }))[key]?.content;
const states = async (key: AgreementKey) =>
  (await upstream.call(agreementApi.versions, { params: { key } })).map(({ version, state }) => `${version} ${state}`);
const undoNewest = async () => {
  const [newest] = (await upstream.call(auditApi.list, { query: {} }, { token })).list;
  return upstream.call(auditApi.undo, { body: { id: newest?.id ?? 0 } }, { token });
};
const ask = () =>
  upstream.measure(
    questionApi.create,
    { body: { title: "一个足够长的问题标题", content: "正文", tags: [] } },
    { as: member },
  );

describe("versions of an agreement", () => {
  test.each(agreementKeys)(
    "%s is read from its template at first, and can't be published while a blank is left",
    async (key) => {
      const { draft, versions } = await upstream.call(adminAgreementApi.get, { params: { key } }, { token });
      expect(versions).toEqual([]);
      expect(draft.fromTemplate).toBe(true);
      const refused = await outcomeOf(publish(key, 0, { content: draft.content }));
      expect(refused).toEqual({ content: expect.stringMatching(/^还有 \d+ 处没有填写：第 1 行【/) });
      const one = draft.content.replace(/【[^】]*】/g, "某某").replace("某某", "【公司全称】");
      expect(await outcomeOf(publish(key, 0, { content: one }))).toEqual({
        content: "还有 1 处没有填写：第 1 行【公司全称】",
      });
      expect(await read(key)).toBeUndefined();
      expect(await outcomeOf(publish(key, 0, { content: one.replace("【公司全称】", "某某") }))).toBe("SUCCESS");
      expect(await read(key)).toContain("某某");
    },
  );

  test("a new version applies at once, and earlier versions stay readable", async () => {
    await publish("terms", 0);
    await publish("terms", 1);
    expect(await read("terms")).toBe("第 2 版的话");
    expect(await states("terms")).toEqual(["2 current", "1 past"]);
    const first = await upstream.call(agreementApi.version, { params: { key: "terms", version: 1 } });
    expect(first).toMatchObject({ state: "past", contentHtml: expect.stringContaining("第 1 版的话") });
    expect(await outcomeOf(upstream.call(agreementApi.version, { params: { key: "terms", version: 3 } }))).toBe(
      "NOT_FOUND",
    );
  });

  test("a version with a date starts to apply on that day in China, exactly once", async () => {
    await publish("terms", 0);
    await publish("terms", 1, { effectiveOn: "2026-05-08", askAgain: true });
    expect([await read("terms"), await states("terms")]).toEqual(["第 1 版的话", ["2 coming", "1 current"]]);
    now = new Date("2026-05-07T15:59:59.999Z");
    expect(await applyAgreements(upstream.services)).toBe(0);
    expect(await pending()).toEqual([]);
    now = new Date("2026-05-07T16:00:00.000Z");
    const twice = await Promise.all([applyAgreements(upstream.services), applyAgreements(upstream.services)]);
    expect(twice.toSorted()).toEqual([0, 1]);
    expect([await read("terms"), await states("terms")]).toEqual(["第 2 版的话", ["2 current", "1 past"]]);
    expect(await pending()).toEqual(["terms/2"]);
  });

  test("when two staff publish at once, the second gets a conflict", async () => {
    const both = await Promise.all([outcomeOf(publish("privacy", 0)), outcomeOf(publish("privacy", 0))]);
    expect(both.toSorted()).toEqual(["CONFLICT", "SUCCESS"]);
  });

  test("a scheduled version can be withdrawn, undone and restored row for row; one in force can't", async () => {
    const rows = async () => (await undoneState(upstream.services.db)).agreements;
    await publish("terms", 0);
    expect(await outcomeOf(withdraw("terms", 1))).toBe("CONFLICT");
    expect(await outcomeOf(undoNewest())).toBe("CONFLICT");
    const before = await rows();
    await publish("terms", 1, { effectiveOn: "2026-05-08", changes: "加了一条" });
    const waiting = await rows();
    expect(await outcomeOf(publish("terms", 2))).toBe("CONFLICT");
    await undoNewest();
    expect(await rows()).toEqual(before);
    await publish("terms", 1, { effectiveOn: "2026-05-08", changes: "加了一条" });
    await withdraw("terms", 2);
    expect(await rows()).toEqual(before);
    await undoNewest();
    expect(await rows()).toEqual(waiting);
  });

  test.each([
    ["2026-04-30", "生效的日子已经过去了"],
    ["2027-06-01", "生效的日子太远，请选一年以内的"],
    ["明天", "日期写作 2026-12-01 这样"],
  ])("a version for the day %s is refused", async (effectiveOn, message) => {
    expect(await outcomeOf(publish("terms", 0, { effectiveOn }))).toEqual({ effectiveOn: message });
  });

  test("a version dated today applies at once", async () => {
    await publish("terms", 0, { effectiveOn: "2026-05-01" });
    expect(await states("terms")).toEqual(["1 current"]);
  });
});

describe("consent", () => {
  test("consent is recorded once, with time and address, and is counted and exported", async () => {
    await publish("terms", 0);
    await publish("privacy", 0);
    await publish("zhiku", 0);
    await agree();
    await agree();
    const rows = await upstream.services.db.selectFrom("consents").selectAll().orderBy("key").execute();
    expect(rows).toEqual(
      ["privacy", "terms"].map((key) => ({
        user_id: member,
        key,
        agreed_version: 1,
        at: START.toISOString(),
        address: "203.0.113.5",
      })),
    );
    const counted = await upstream.call(adminAgreementApi.list, {}, { token });
    expect(counted.map(({ key, agreed, members }) => [key, agreed, members])).toEqual([
      ["terms", 1, 2],
      ["privacy", 1, 2],
      ["zhiku", 0, 2],
    ]);
    expect((await exportOf(upstream, { as: member })).agreements).toEqual(
      expect.arrayContaining([expect.objectContaining({ key: "terms", agreed_version: 1 })]),
    );
  });

  test("consent is asked for again only if the version requires it, or a version since then does", async () => {
    await publish("terms", 0);
    await agree();
    await publish("terms", 1);
    expect(await pending()).toEqual([]);
    await publish("terms", 2, { askAgain: true });
    await publish("terms", 3);
    expect(await pending()).toEqual(["terms/4"]);
    expect(await outcomeOf(agree([{ key: "terms", version: 3 }]))).toBe("CONFLICT");
    await agree([{ key: "terms", version: 4 }]);
    expect(await pending()).toEqual([]);
    await publish("terms", 4);
    expect(await pending()).toEqual([]);
  });

  test("missing consent blocks publishing but not reading, and costs no query where no consent is needed", async () => {
    await ask();
    const { data: question, statements } = await ask();
    await publish("terms", 0, { askAgain: true });
    expect(await outcomeOf(ask())).toBe("AGREEMENT_REQUIRED");
    const comment = { targetKind: "question", targetId: question.id, text: "一句评论" } as const;
    expect(await outcomeOf(upstream.call(commentApi.add, { body: comment }, { as: member }))).toBe(
      "AGREEMENT_REQUIRED",
    );
    const change = { id: question.id, version: 1, title: "改过的问题标题", content: "正文", tags: [] };
    expect(await outcomeOf(upstream.call(questionApi.update, { body: change }, { as: member }))).toBe(
      "AGREEMENT_REQUIRED",
    );
    expect(await outcomeOf(upstream.call(questionApi.get, { params: { id: question.id } }, { as: member }))).toBe(
      "SUCCESS",
    );
    await agree([{ key: "terms", version: 1 }]);
    expect(await outcomeOf(ask())).toBe("SUCCESS");
    expect(await outcomeOf(upstream.call(commentApi.add, { body: comment }, { as: member }))).toBe("SUCCESS");
    expect((await ask()).statements).toBe(statements + 1);
  });
});

describe("the list of consents", () => {
  type Query = Partial<CallInput<typeof adminAgreementApi.consents>["query"]>;
  const consents = (query: Query = {}) =>
    upstream.call(adminAgreementApi.consents, { params: { key: "terms" }, query }, { token });
  const names = async (query: Query) =>
    (await consents(query)).list.map(({ nickname, version }) => `${nickname} ${version}`);

  test("those who agreed, and those who have not, are listed by version and time in pages, and found by name, number and phone", async () => {
    const { list: nobody } = await consents({ state: "missing" });
    expect(nobody).toEqual([]);
    await publish("terms", 0);
    const people: number[] = [];
    for (const name of ["甲", "乙", "丙", "丁"]) people.push(await upstream.addUser(name));
    for (const one of people.slice(0, 3)) await agree([{ key: "terms", version: 1 }], one);
    now = new Date(now.getTime() + 3_600_000);
    await publish("terms", 1);
    await agree([{ key: "terms", version: 2 }], member);
    expect(await names({ version: 2 })).toEqual(["成员 2"]);
    expect(await names({ version: 1 })).toEqual(["丙 1", "乙 1", "甲 1"]);
    expect(await names({})).toEqual(["成员 2", "丙 1", "乙 1", "甲 1"]);
    expect((await consents({ version: 2 })).list[0]?.at).toBe(now.toISOString());
    for (const q of ["乙", String(people[1])]) expect(await names({ q }), q).toEqual(["乙 1"]);
    expect(await names({ q: "0077" })).toEqual(["成员 2"]);

    const read: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await consents({ limit: 1, ...(cursor ? { cursor } : {}) });
      read.push(...page.list.map(({ nickname }) => nickname));
      cursor = page.nextCursor ?? undefined;
    } while (cursor);
    expect(read).toEqual(["成员", "丙", "乙", "甲"]);
    expect(await outcomeOf(consents({ cursor: "x" }))).toHaveProperty("cursor");

    const missing = await consents({ state: "missing", limit: 2 });
    expect(missing.list.map(({ nickname }) => nickname)).toEqual(["丁", "丙"]);
    const rest = await consents({ state: "missing", cursor: missing.nextCursor ?? "", limit: 2 });
    expect(rest.list.map(({ nickname }) => nickname)).toEqual(["乙", "甲"]);
    expect(await names({ state: "missing", q: "丁" })).toEqual(["丁 null"]);
  });

  test("the list of those who agreed can be exported as a file, which is logged", async () => {
    await publish("terms", 0);
    await agree();
    const body = { key: "terms" as const, version: 1 };
    const bytes = await upstream.call(adminAgreementApi.exportConsents, { body }, { token });
    const [head, line] = Buffer.from(bytes as ArrayBuffer)
      .toString("utf8")
      .trimEnd()
      .split("\r\n");
    expect(head).toBe('\uFEFF"用户编号","昵称","版本","同意时间","网络地址"');
    expect(line).toBe(`"${member}","成员","1","2026-05-01 10:00:00","203.0.113.5"`);
    const log = await upstream.call(auditApi.list, { query: { action: "agreement.export" } }, { token });
    expect(log.list.map(({ target }) => target)).toEqual(["terms/1"]);
  });
});
