import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { adminFormApi } from "#app/contract/admin/content/form";
import { adminSubmissionApi } from "#app/contract/admin/content/submission";
import { auditApi } from "#app/contract/admin/system/audit";
import type { FormField } from "#app/contract/content/form";
import { formApi } from "#app/contract/content/form";
import type { CallInput } from "#app/contract/endpoint";
import { notificationApi } from "#app/contract/notification/notification";
import { undoneState } from "#tests/upstream/support/database-state";
import { createTestUpstream, type TestUpstream } from "#tests/upstream/support/harness";
import { outcomeOf } from "#tests/upstream/support/outcome-of";
import { addStaff, staffToken } from "#tests/upstream/support/staff";
import { sweep } from "#upstream/jobs/sweep";

let now = new Date("2026-03-10T00:00:00Z");
let upstream: TestUpstream;
let token: string;
let member: number;

beforeEach(async () => {
  now = new Date("2026-03-10T00:00:00Z");
  upstream = await createTestUpstream({ clock: () => now });
  token = await staffToken(upstream, await addStaff(upstream, "owner"));
  member = await upstream.addUser("填表的人");
});
afterEach(() => upstream.close());

type Built = Parameters<typeof add>[0];
const NAME = { label: "姓名", type: "text", rules: [{ required: true, message: "请写姓名" }] } as const;
const CITY = { label: "城市", type: "select", options: [{ label: "杭州" }, { label: "上海" }] } as const;

const add = (fields: Partial<Parameters<typeof put>[0]> & { fields: object[] }) =>
  upstream.call(adminFormApi.add, { body: { title: "内测申请", ...fields } as never }, { token }).then(({ id }) => id);
const put = (body: { id: number; version: number; title?: string; fields: readonly object[]; opensAt?: string }) =>
  upstream.call(adminFormApi.put, { body: { title: "内测申请", ...body } as never }, { token });
const get = (id: number) => upstream.call(adminFormApi.get, { params: { id } }, { token });
const answer = (id: number, values: Record<string, string | string[]>, as?: number) =>
  upstream.call(formApi.submit, { body: { id, values } }, { as }).then(({ submissionId }) => submissionId);
const list = (formId: number, state?: "new" | "handled" | "in") =>
  upstream.call(adminSubmissionApi.list, { query: { formId, state } }, { token });
const undo = async (action: string) => {
  const { list } = await upstream.call(auditApi.list, { query: { action } }, { token });
  return upstream.call(auditApi.undo, { body: { id: list[0]?.id ?? 0 } }, { token });
};
const csv = async (formId: number) =>
  Buffer.from((await upstream.call(adminSubmissionApi.export, { body: { formId } }, { token })) as ArrayBuffer);

describe("a form that is built", () => {
  test("is filled in by its rules, within its opening times and nowhere else", async () => {
    const id = await add({ fields: [NAME, CITY] } as Built);
    const form = await upstream.call(formApi.get, { params: { id } });
    expect(form.fields.map(({ name, options }) => [name, options.map(({ value }) => value)])).toEqual([
      ["f1", []],
      ["f2", ["杭州", "上海"]],
    ]);
    expect(await outcomeOf(answer(id, { f1: "", f2: "北京" }))).toMatchObject({ f1: "请写姓名" });
    await answer(id, { f1: "林知远", f2: "杭州" });
    const { version, fields } = await get(id);
    await put({ id, version, fields, opensAt: "2026-03-11T00:00:00Z" });
    expect((await upstream.call(formApi.get, { params: { id } })).state).toBe("not-yet");
    expect(await outcomeOf(answer(id, { f1: "早", f2: "" }))).toBe("FORBIDDEN");
    now = new Date("2026-03-11T00:00:00Z");
    await answer(id, { f1: "准时", f2: "" });
  });

  test("is refused field by field if it could not be filled in", async () => {
    const broken = [
      { ...CITY, options: [] },
      { ...CITY, options: [{ label: "一" }, { label: "一" }] },
      { ...NAME, rules: [{ min: 5, max: 2 }] },
      { ...NAME, label: "" },
    ];
    expect(await outcomeOf(add({ fields: broken } as Built))).toMatchObject({ "fields.3.label": expect.any(String) });
    expect(await outcomeOf(add({ fields: broken.slice(0, 3) } as Built))).toEqual({
      "fields.0.options": expect.stringContaining("每行一个"),
      "fields.1.options": "有两个一样的选项",
      "fields.2.rules.0.max": expect.any(String),
    });
    expect(await outcomeOf(add({ fields: [] } as Built))).toEqual({ fields: "至少要有一个题目" });
    const times = { opensAt: "2026-03-12T00:00:00Z", closesAt: "2026-03-11T00:00:00Z", fields: [NAME] };
    expect(await outcomeOf(add(times as Built))).toEqual({ closesAt: "要晚于开放时间" });
  });

  test.each(["(a+)+$", "("])("refuses a pattern that backtracks endlessly: %s", async (pattern) => {
    expect(await outcomeOf(add({ fields: [{ ...NAME, rules: [{ pattern }] }] } as Built))).toEqual({
      "fields.0.rules.0.pattern": expect.any(String),
    });
  });

  test.each(["^\\d{6}$", "^1[3-9]\\d{9}$", "^[\\u4e00-\\u9fa5]{2,10}$", "^[\\w.+-]+@example\\.com$"])(
    "accepts an ordinary pattern: %s",
    async (pattern) => {
      expect(await add({ fields: [{ ...NAME, rules: [{ pattern }] }] } as Built)).toBeGreaterThan(0);
    },
  );
});

describe("a form that is changed", () => {
  test("keeps the meaning of existing submissions: no field name is reused, and old choices keep their text", async () => {
    const id = await add({ fields: [NAME, CITY] } as Built);
    await answer(id, { f1: "林知远", f2: "上海" });
    const [name, city] = (await get(id)).fields as [FormField, FormField];
    // The city is removed, another question is added; then it returns with other choices.
    await put({
      id,
      version: 1,
      fields: [
        { ...name, label: "称呼" },
        { label: "公司", type: "text" },
      ],
    });
    expect((await get(id)).fields.map((field) => field.name)).toEqual(["f1", "f3"]);
    await answer(id, { f1: "周", f3: "某公司" });
    await put({ id, version: 2, fields: [name, { ...city, options: [{ label: "广州" }] }] });
    await answer(id, { f1: "吴", f2: "广州" });
    const read = (await list(id)).list.map(({ answers }) => answers.map(({ label, texts }) => [label, ...texts]));
    expect(read).toEqual([
      [
        ["姓名", "吴"],
        ["城市", "广州"],
      ],
      [
        ["称呼", "周"],
        ["公司", "某公司"],
      ],
      [
        ["姓名", "林知远"],
        ["城市", "上海"],
      ],
    ]);
    const lines = (await csv(id)).toString("utf8").trimEnd().split("\r\n");
    expect(lines[0]).toBe('\uFEFF"编号","提交时间","用户编号","昵称","状态","备注","姓名","城市","公司"');
    expect(lines.slice(1).map((line) => line.split(",").slice(-3).join())).toEqual([
      '"林知远","上海",""',
      '"周","","某公司"',
      '"吴","广州",""',
    ]);
  });

  test("by two staff at once gives the second a conflict, and can be undone", async () => {
    const id = await add({ fields: [NAME] } as Built);
    const before = await get(id);
    await put({ id, version: 1, title: "改过的标题", fields: [{ ...NAME, name: "f1" }, CITY] });
    expect(await outcomeOf(put({ id, version: 1, fields: [NAME] }))).toBe("CONFLICT");
    await undo("form.put");
    const { title, fields } = await get(id);
    expect({ title, fields }).toEqual({ title: before.title, fields: before.fields });
    await upstream.call(adminFormApi.remove, { body: { id } }, { token });
    expect(await outcomeOf(upstream.call(formApi.get, { params: { id } }))).toBe("NOT_FOUND");
    expect((await upstream.call(adminFormApi.list, { query: { state: "removed" } }, { token })).total).toBe(1);
    await undo("form.remove");
    expect((await upstream.call(formApi.get, { params: { id } })).title).toBe("内测申请");
  });
});

describe("answers", () => {
  test("are counted, marked in bulk with one log row each, and undone", async () => {
    const id = await add({ fields: [NAME] } as Built);
    const ids = [await answer(id, { f1: "一" }, member), await answer(id, { f1: "二" })];
    expect((await list(id)).list.map(({ member: who }) => who?.nickname ?? null)).toEqual([null, "填表的人"]);
    const mark = (state: "in" | "new", note?: string) =>
      upstream.call(adminSubmissionApi.put, { body: { ids, state, note } }, { token });
    await mark("in", "电话里说好了");
    expect((await list(id)).counts).toMatchObject({ new: 0, in: 2 });
    expect((await list(id, "in")).list.map(({ note }) => note)).toEqual(["电话里说好了", "电话里说好了"]);
    const forms = await upstream.call(adminFormApi.list, {}, { token });
    expect(forms.list[0]?.submissions).toEqual({ total: 2, waiting: 0 });
    await mark("in");
    const log = await upstream.call(auditApi.list, { query: { action: "submission.put" } }, { token });
    expect(log.total).toBe(2);
    await undo("submission.put");
    expect((await list(id)).counts).toMatchObject({ new: 1, in: 1 });
  });

  test("are deleted with a reason, after which the person may submit again, and are purged after 30 days", async () => {
    const id = await add({ fields: [NAME], oncePerPerson: true } as never);
    const first = await answer(id, { f1: "一" }, member);
    const before = await undoneState(upstream.services.db);
    const remove = (reason: string) =>
      upstream.call(adminSubmissionApi.remove, { body: { id: first, reason } }, { token });
    expect(await outcomeOf(remove(""))).toMatchObject({ reason: expect.any(String) });
    await remove("测试数据");
    expect((await list(id)).list).toEqual([]);
    expect(await outcomeOf(upstream.call(adminSubmissionApi.get, { params: { id: first } }, { token }))).toBe(
      "NOT_FOUND",
    );
    await undo("submission.remove");
    expect((await undoneState(upstream.services.db)).form_submissions).toEqual(before.form_submissions);
    await remove("测试数据");
    await answer(id, { f1: "又一次" }, member);
    const { list: log } = await upstream.call(auditApi.list, { query: { action: "submission.remove" } }, { token });
    const again = upstream.call(auditApi.undo, { body: { id: log[0]?.id ?? 0 } }, { token });
    expect(await outcomeOf(again)).toBe("CONFLICT");
    now = new Date("2026-04-20T00:00:00Z");
    await sweep(upstream.services);
    const kept = await upstream.services.db.selectFrom("form_submissions").select("id").execute();
    expect(kept.map((row) => row.id)).not.toContain(first);
    expect(kept).toHaveLength(1);
  });

  test("give staff temporary access to their files, and nobody else", async () => {
    const id = await add({ fields: [{ label: "简历", type: "file" }] } as Built);
    const key = `form/202603/${"b".repeat(32)}.pdf`;
    const file = { owner_id: null, file_name: "简历.pdf", content_type: "application/pdf", bytes: 3 };
    await upstream.services.db
      .insertInto("objects")
      .values({ key, ...file, confirmed: 1, created_at: now.toISOString() })
      .execute();
    await upstream.services.objects.put(key, new TextEncoder().encode("pdf"), "application/pdf");
    const one = await answer(id, { f1: [key] });
    const { files, answers } = await upstream.call(adminSubmissionApi.get, { params: { id: one } }, { token });
    expect(answers).toEqual([{ label: "简历", texts: ["简历.pdf"] }]);
    expect(files).toMatchObject([{ label: "简历", fileName: "简历.pdf", bytes: 3 }]);
    const ask = (path: string) => upstream.program.fetch(new Request(new URL(path, "http://shequ.test")));
    expect((await ask(`/oss/${key}`)).status).toBe(403);
    expect((await ask(files[0]?.url ?? "")).status).toBe(200);
    now = new Date("2026-03-10T00:06:00Z");
    expect((await ask(files[0]?.url ?? "")).status).toBe(403);
  });

  test("are exported as a file of which a spreadsheet executes nothing", async () => {
    const attacks = [
      "=1+1",
      "+1",
      "-1",
      "@SUM(A1)",
      "\t=1",
      "\r=1",
      " =cmd|' /C calc'!A0",
      "＝1+1",
      '"=1"',
      'a","=1',
      "第一行\n=第二行",
      "\u200b=1",
    ];
    const id = await add({ fields: [{ label: "=危险的题目", type: "textarea" }] } as Built);
    for (const text of attacks) {
      await answer(id, { f1: text });
      now = new Date(now.getTime() + 60_000);
    }
    const bytes = await csv(id);
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    const cells = cellsOf(bytes.toString("utf8").slice(1));
    expect(cells[0]?.at(-1)).toBe("'=危险的题目");
    expect(cells).toHaveLength(attacks.length + 1);
    for (const row of cells) for (const cell of row) expect(cell).not.toMatch(/^[\s\p{Cf}]*[=+\-@＝]/u);
    expect(cells.slice(1).map((row) => row.at(-1)?.replace(/^'/, ""))).toEqual(
      attacks.map((text) => text.replace(/\r\n?/g, "\n")),
    );
    const log = await upstream.call(auditApi.list, { query: { action: "submission.export" } }, { token });
    expect(log.total).toBe(1);
  });
});

describe("staff who are notified of submissions", () => {
  const MEMBER_FIELD = { label: "姓名", type: "text" };
  const notices = async (userId: number) =>
    (await upstream.call(notificationApi.systemMessageList, { query: {} }, { as: userId })).list.map(
      ({ title, target, read }) => ({ title, path: target?.path, read }),
    );

  test("get one message until they read it, with the number of new submissions", async () => {
    const [editor, other] = [await addStaff(upstream, "editor"), await addStaff(upstream, "editor")];
    const id = await add({ title: "内测", fields: [MEMBER_FIELD], notify: [editor, other] } as Built);
    expect((await get(id)).notify).toEqual([editor, other]);
    for (let nth = 1; nth <= 50; nth += 1) {
      await answer(id, { f1: `第${nth}位` });
      now = new Date(now.getTime() + 60_000);
    }
    const path = `/admin/form/${id}/submission`;
    const fifty = { title: "表单「内测」收到 50 份新答卷", path, read: false };
    expect(await notices(editor)).toEqual([fifty]);
    await upstream.call(notificationApi.readAll, { body: { kind: "system" } }, { as: editor });
    await answer(id, { f1: "再一位" });
    expect(await notices(editor)).toEqual([
      { ...fifty, title: "表单「内测」收到 1 份新答卷" },
      { ...fifty, read: true },
    ]);
    expect(await notices(other)).toEqual([{ ...fifty, title: "表单「内测」收到 51 份新答卷" }]);
  });

  test("are only those who may read submissions: others are neither offered, accepted nor notified, nor is the person who submits", async () => {
    const [editor, finance] = [await addStaff(upstream, "editor"), await addStaff(upstream, "finance")];
    const offered = (await upstream.call(adminFormApi.readers, {}, { token })).map(({ userId }) => userId);
    expect(offered).toContain(editor);
    expect(offered).not.toContain(finance);
    expect(offered).not.toContain(member);
    const told = (notify: number[]) => add({ fields: [MEMBER_FIELD], notify } as Built);
    for (const nobody of [finance, member, 987_654]) {
      expect(await outcomeOf(told([editor, nobody]))).toEqual({ notify: expect.stringContaining("看得到答卷") });
    }
    const id = await told([editor]);
    await answer(id, { f1: "自己填的" }, editor);
    expect(await notices(editor)).toEqual([]);
    await upstream.services.db.deleteFrom("staff").where("user_id", "=", editor).execute();
    await answer(id, { f1: "别人填的" });
    expect(await notices(editor)).toEqual([]);
  });
});

describe("answers are found", () => {
  const ids = async (query: Partial<CallInput<typeof adminSubmissionApi.list>["query"]> & { formId: number }) => {
    const found = await upstream.call(adminSubmissionApi.list, { query }, { token });
    return { ids: found.list.map((one) => one.id), next: found.nextCursor, counts: found.counts };
  };

  test("by words, by choice, by person and by state, from a cursor on", async () => {
    const id = await add({
      fields: [NAME, CITY, { label: "爱好", type: "checkbox", options: [{ label: "爬山" }] }],
    } as never);
    const [name, city, hobby] = (await get(id)).fields as [FormField, FormField, FormField];
    const quick = await answer(id, { f1: '她说"100%"的', f2: "杭州", f3: ["爬山"] }, member);
    now = new Date(now.getTime() + 60_000);
    const second = await answer(id, { f1: "Zhou", f2: "上海", f3: [] });
    // The chosen option was renamed, and is found by either label.
    const options = city.options.map((one) => (one.value === "上海" ? { ...one, label: "申城" } : one));
    await put({ id, version: 1, fields: [name, { ...city, options }, hobby] });
    const found = async (q: string) => (await ids({ formId: id, q })).ids;
    expect(await found('"100%"')).toEqual([quick]);
    expect(await found("zhOU")).toEqual([second]);
    expect(await found("爬山")).toEqual([quick]);
    expect(await found("申城")).toEqual([second]);
    expect(await found("上海")).toEqual([second]);
    // Neither field names nor wildcards match answers.
    for (const none of ["f1", "%_", "\\", "没有人写过"]) expect(await found(none), none).toEqual([]);
    expect((await ids({ formId: id, person: "填表" })).ids).toEqual([quick]);
    expect((await ids({ formId: id, person: String(member) })).ids).toEqual([quick]);
    await upstream.call(adminSubmissionApi.put, { body: { ids: [quick], state: "handled" } }, { token });
    const wanted = { formId: id, person: "填表", q: "杭州" };
    expect(await ids({ ...wanted, state: "new" })).toMatchObject({ ids: [], counts: { new: 0, handled: 1 } });
    expect((await ids({ ...wanted, state: "handled" })).ids).toEqual([quick]);
  });

  test("in pages, each once, even if more are submitted meanwhile", async () => {
    const id = await add({ fields: [NAME] } as never);
    const sent: number[] = [];
    for (let nth = 0; nth < 5; nth += 1) {
      sent.unshift(await answer(id, { f1: `同名${nth}` }));
      // Two with the same time are sorted by id.
      if (nth % 2) now = new Date(now.getTime() + 60_000);
    }
    const read: number[] = [];
    let cursor: string | undefined;
    do {
      const page = await ids({ formId: id, q: "同名", limit: 2, ...(cursor ? { cursor } : {}) });
      read.push(...page.ids);
      if (read.length === 2) await answer(id, { f1: "同名的后来者" });
      cursor = page.next ?? undefined;
    } while (cursor);
    expect(read).toEqual(sent);
    expect(await outcomeOf(ids({ formId: id, cursor: "1~2" }))).toHaveProperty("cursor");
  });
});

/** Cells of a file with quotes, as spreadsheets parse it. */
function cellsOf(file: string): string[][] {
  const rows = file.slice(0, -2).split(/\r\n(?=")/);
  return rows.map((row) =>
    [...row.matchAll(/"((?:[^"]|"")*)"(?:,|$)/g)].map(([, cell = ""]) => cell.replaceAll('""', '"')),
  );
}
