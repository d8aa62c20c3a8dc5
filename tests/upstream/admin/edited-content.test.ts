import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { adminActivityApi } from "#app/contract/admin/content/activity";
import { adminCaseApi } from "#app/contract/admin/content/case";
import { adminContentApi } from "#app/contract/admin/content/content";
import { adminFormApi } from "#app/contract/admin/content/form";
import { adminSubmissionApi } from "#app/contract/admin/content/submission";
import { auditApi } from "#app/contract/admin/system/audit";
import { activityApi } from "#app/contract/content/activity";
import { caseApi } from "#app/contract/content/case";
import { classificationApi } from "#app/contract/content/classification";
import { formApi } from "#app/contract/content/form";
import { uploadApi } from "#app/contract/files/upload";
import { searchApi } from "#app/contract/reading/search";
import { expectConsistent } from "#tests/upstream/support/consistency";
import { undoneState } from "#tests/upstream/support/database-state";
import { createTestUpstream, type TestUpstream } from "#tests/upstream/support/harness";
import { outcomeOf } from "#tests/upstream/support/outcome-of";
import { addStaff, staffToken } from "#tests/upstream/support/staff";
import { transact } from "#upstream/db/transact";
import { createClassification } from "#upstream/modules/classification/write";

let upstream: TestUpstream;
let token: string;

beforeEach(async () => {
  upstream = await createTestUpstream();
  token = await staffToken(upstream, await addStaff(upstream, "owner"));
});
afterEach(() => upstream.close());

const undo = async (action: string) => {
  const { list } = await upstream.call(auditApi.list, { query: { action } }, { token });
  return upstream.call(auditApi.undo, { body: { id: list[0]?.id ?? 0 } }, { token });
};

describe("activities", () => {
  const FIELDS = {
    title: "数据库之夜",
    content: "聊聊**迁移**。",
    city: "杭州",
    startsAt: "2199-03-01T11:00:00Z",
    endsAt: "2199-03-01T14:00:00Z",
  };
  const add = (fields: object = {}) =>
    upstream.call(adminActivityApi.add, { body: { ...FIELDS, ...fields } }, { token }).then(({ id }) => id);
  const put = (id: number, version: number, fields: object = {}) =>
    upstream.call(adminActivityApi.put, { body: { ...FIELDS, id, version, ...fields } }, { token });
  const get = (id: number) => upstream.call(adminActivityApi.get, { params: { id } }, { token });
  const read = (id: number) => upstream.call(activityApi.get, { params: { id } });

  test("are shown to readers as edited, change for them at once, and can be removed and restored", async () => {
    const id = await add();
    expect((await upstream.call(activityApi.list, {})).list.map(({ title }) => title)).toEqual(["数据库之夜"]);
    const before = await upstream.services.versions.now();
    await put(id, 1, { title: "数据库之夜（改期）", startsAt: "2199-03-02T11:00:00Z", endsAt: "2199-03-02T14:00:00Z" });
    expect(await upstream.services.versions.latest([`activity/${id}`])).toBeGreaterThan(before);
    expect(await upstream.services.versions.latest(["activities"])).toBeGreaterThan(before);
    expect(await read(id)).toMatchObject({ title: "数据库之夜（改期）", startsAt: "2199-03-02T11:00:00.000Z" });
    expect(await outcomeOf(put(id, 1))).toBe("CONFLICT");
    await undo("activity.put");
    expect(await read(id)).toMatchObject({ title: "数据库之夜", startsAt: "2199-03-01T11:00:00.000Z" });
    await upstream.call(adminActivityApi.remove, { body: { id, reason: "取消" } }, { token });
    expect(await outcomeOf(read(id))).toBe("NOT_FOUND");
    expect((await upstream.call(activityApi.list, {})).total).toBe(0);
    await undo("activity.remove");
    expect((await upstream.call(activityApi.list, {})).total).toBe(1);
    await undo("activity.add");
    expect((await upstream.call(activityApi.list, {})).total).toBe(0);
    await upstream.call(adminActivityApi.restore, { body: { id } }, { token });
    expect((await get(id)).removedAt).toBeNull();
    const { list } = await upstream.call(auditApi.list, { query: { kind: "activity" } }, { token });
    expect(list.map(({ action }) => action).reverse()).toEqual([
      "activity.add",
      "activity.put",
      "activity.put.undo",
      "activity.remove",
      "activity.remove.undo",
      "activity.add.undo",
      "activity.restore",
    ]);
    await expectConsistent(upstream.services.db);
  });

  test("are refused by field for times in the wrong order, and for a missing form or picture", async () => {
    expect(await outcomeOf(add({ endsAt: FIELDS.startsAt }))).toEqual({ endsAt: "要晚于开始时间" });
    expect(await outcomeOf(add({ formId: 99 }))).toEqual({ formId: expect.any(String) });
    expect(await outcomeOf(add({ cover: "https://elsewhere.example/a.png" }))).toEqual({ cover: "请上传一张图片" });
    expect(await outcomeOf(add({ startsAt: "明天" }))).toEqual({ startsAt: "不是有效的时间" });
    expect(await outcomeOf(add({ capacity: 0 }))).toEqual({ capacity: "至少 1 人" });
  });

  test("give their places to the first who sign up, and put later ones on the waiting list, also under concurrency", async () => {
    const fields = [{ label: "姓名", type: "text" as const }];
    const { id: formId } = await upstream.call(adminFormApi.add, { body: { title: "报名", fields } }, { token });
    const id = await add({ formId, capacity: 2 });
    const people = await Promise.all([1, 2, 3, 4].map((n) => upstream.addUser(`报名的人${n}`)));
    await Promise.all(
      people.map((as) => upstream.call(formApi.submit, { body: { id: formId, values: { f1: "来" } } }, { as })),
    );
    expect((await get(id)).signUps).toEqual({ total: 4, in: 2, waiting: 2 });
    const list = (state: "in" | "waiting") =>
      upstream.call(adminSubmissionApi.list, { query: { formId, state } }, { token }).then((page) => page.list);
    const [first] = await list("in");
    const mark = (ids: number[], state: "in" | "refused" | "came") =>
      upstream.call(adminSubmissionApi.put, { body: { ids, state } }, { token });
    await mark([first?.id ?? 0], "refused");
    await mark([(await list("waiting"))[0]?.id ?? 0], "came");
    expect((await get(id)).signUps).toEqual({ total: 4, in: 2, waiting: 1 });
    const late = await upstream.addUser("最后一位");
    await upstream.call(formApi.submit, { body: { id: formId, values: { f1: "来" } } }, { as: late });
    expect((await get(id)).signUps).toMatchObject({ in: 2, waiting: 2 });
  });

  test("say when they are full, and tell who is on the waiting list, and who gets a place from there", async () => {
    const fields = [{ label: "姓名", type: "text" as const }];
    const form = { title: "满员的报名", fields, oncePerPerson: true };
    const { id: formId } = await upstream.call(adminFormApi.add, { body: form }, { token });
    const id = await add({ formId, capacity: 1 });
    const isFull = async () => (await upstream.call(activityApi.get, { params: { id } })).full;
    const version = () => upstream.services.versions.latest([`form/${formId}`]);
    const [first, second] = [await upstream.addUser("先报名的"), await upstream.addUser("后报名的")];
    const signUp = (as: number) =>
      upstream.call(formApi.submit, { body: { id: formId, values: { f1: "来" } } }, { as });
    expect(await isFull()).toBe(false);
    const before = await version();
    expect((await signUp(first)).waiting).toBe(false);
    expect(await isFull()).toBe(true);
    expect(await version()).toBeGreaterThan(before);
    const { submissionId, waiting } = await signUp(second);
    expect(waiting).toBe(true);
    const seen = (as: number) => upstream.call(formApi.get, { params: { id: formId } }, { as });
    expect(await seen(first)).toMatchObject({ submitted: true, own: [{ waiting: false }] });
    expect(await seen(second)).toMatchObject({ submitted: true, own: [{ waiting: true }] });
    const body = { ids: [submissionId], state: "in" as const };
    const full = await version();
    await upstream.call(adminSubmissionApi.put, { body }, { token });
    expect(await version()).toBeGreaterThan(full);
    expect(await seen(second)).toMatchObject({ submitted: true, own: [{ waiting: false }] });
    const { db } = upstream.services;
    const news = () => db.selectFrom("news").select("title").where("user_id", "=", second).execute();
    expect(await news()).toEqual([{ title: "有名额了：你在「满员的报名」的报名已从候补转为录取" }]);
    await undo("submission.put");
    expect(await news()).toEqual([]);
  });
});

describe("cases", () => {
  const FIELDS = { title: "便利店选址", content: "先看**人流**。", tags: ["选址"] };
  const add = (fields: object = {}) =>
    upstream.call(adminCaseApi.add, { body: { ...FIELDS, ...fields } }, { token }).then(({ id }) => id);
  const put = (id: number, version: number, fields: object = {}) =>
    upstream.call(adminCaseApi.put, { body: { ...FIELDS, id, version, ...fields } }, { token });
  const get = (id: number) => upstream.call(adminCaseApi.get, { params: { id } }, { token });
  const read = (id: number) => upstream.call(caseApi.get, { params: { id } });
  const classes = () =>
    upstream.call(classificationApi.caseList, {}).then((list) => list.map(({ name, total }) => `${name} ${total}`));
  const found = (q: string) => upstream.call(searchApi.case, { query: { q } }).then(({ total }) => total);

  test("keep their text, classification and list position when removed and restored", async () => {
    const ids: number[] = [];
    for (const [position, name] of ["零售", "餐饮"].entries()) {
      const fields = { kind: "case", slug: `c${position}`, name, position } as const;
      ids.push((await transact(upstream.services.db, (trx) => createClassification(trx, fields))).id);
    }
    const id = await add({ classificationId: ids[0] });
    expect(await classes()).toEqual(["零售 1", "餐饮 0"]);
    expect(await found("人流")).toBe(1);
    expect((await get(id)).excerpt).toBe("");
    await put(id, 1, { classificationId: ids[1], title: "奶茶店选址", content: "先看**房租**。", excerpt: "一句话" });
    expect(await classes()).toEqual(["零售 0", "餐饮 1"]);
    expect([await found("人流"), await found("房租")]).toEqual([0, 1]);
    expect(await read(id)).toMatchObject({ title: "奶茶店选址", excerpt: "一句话", classification: { name: "餐饮" } });
    expect(await outcomeOf(put(id, 1))).toBe("CONFLICT");
    await expectConsistent(upstream.services.db);
    await upstream.call(adminCaseApi.remove, { body: { id } }, { token });
    expect([await classes(), await found("房租")]).toEqual([["零售 0", "餐饮 0"], 0]);
    // An edit of a removed item does not restore it.
    await put(id, 2, { classificationId: ids[0], content: "再看**租约**。", excerpt: "一句话" });
    expect([await classes(), await found("租约")]).toEqual([["零售 0", "餐饮 0"], 0]);
    await expectConsistent(upstream.services.db);
    await upstream.call(adminCaseApi.restore, { body: { id } }, { token });
    expect([await classes(), await found("租约"), await found("一句话")]).toEqual([["零售 1", "餐饮 0"], 1, 1]);
    await undo("case.put");
    expect(await read(id)).toMatchObject({ title: "奶茶店选址", classification: { name: "餐饮" } });
    await expectConsistent(upstream.services.db);
    expect(await outcomeOf(add({ classificationId: 99 }))).toEqual({ classificationId: "没有这个分类" });
  });

  test("get another classification and tags in bulk, one by one, and back again by an undo", async () => {
    const { id: food } = await transact(upstream.services.db, (trx) =>
      createClassification(trx, { kind: "case", slug: "food", name: "餐饮", position: 0 }),
    );
    const full = await add({ tags: ["一", "二", "三", "四", "五"] });
    const [first, second, gone] = [await add(), await add({ tags: ["选址", "ＶＵＥ"] }), await add()];
    await upstream.call(adminCaseApi.remove, { body: { id: gone } }, { token });
    const items = [first, second, full, gone].map((id) => ({ kind: "case" as const, id }));
    const sorting = { classificationId: food, addTags: ["开店"], removeTags: ["vue"], reason: "归到一处" };
    const sort = (dryRun = false) =>
      upstream.call(adminCaseApi.sort, { body: { items, ...sorting, dryRun } }, { token });
    const before = await undoneState(upstream.services.db);
    const tried = await sort(true);
    expect(tried.done.map(({ id }) => id)).toEqual([first, second]);
    expect(tried.failed).toMatchObject([
      { id: full, code: "INVALID_PARAMS", message: "标签不能超过5个" },
      { id: gone, code: "NOT_FOUND" },
    ]);
    expect(await undoneState(upstream.services.db)).toEqual(before);
    expect(await sort()).toEqual(tried);
    expect((await get(second)).tags).toEqual(["选址", "开店"]);
    expect(await classes()).toEqual(["餐饮 2"]);
    await expectConsistent(upstream.services.db);
    // Items that already have the values are not changed again.
    expect((await sort()).failed[0]).toMatchObject({ id: first, code: "CONFLICT" });
    await undo("case.put");
    expect((await get(second)).tags).toEqual(["选址", "ＶＵＥ"]);
    expect(await classes()).toEqual(["餐饮 1"]);
    expect(
      await outcomeOf(upstream.call(adminCaseApi.sort, { body: { items, reason: "没说改什么" } }, { token })),
    ).toEqual({
      addTags: expect.stringContaining("请选择分类"),
    });
  });

  test("removed for breaking a rule can be restored only by those who moderate", async () => {
    const id = await add();
    const items = [{ kind: "case" as const, id }];
    await upstream.call(adminContentApi.remove, { body: { items, rule: "spam" } }, { token });
    await expect(upstream.call(adminCaseApi.restore, { body: { id } }, { token })).rejects.toThrow("全部内容");
    await upstream.call(adminContentApi.restore, { body: { items } }, { token });
    expect(await read(id)).toMatchObject({ id });
  });

  test("accept a report for members to download, which must be a PDF", async () => {
    const bytes = new TextEncoder().encode("%PDF-1.7\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n");
    const file = { fileName: "选址报告.pdf", contentType: "application/pdf" as const, bytes: bytes.byteLength };
    const presign = (more: object = {}) =>
      upstream.call(adminCaseApi.presignReport, { body: { ...file, ...more } }, { token });
    expect(await outcomeOf(presign({ contentType: "text/html" }))).toEqual({ contentType: "只能上传 PDF 文件" });
    const { uploadUrl, headers, key } = await presign();
    const sent = new Request(new URL(uploadUrl, "http://shequ.test"), {
      method: "PUT",
      headers: { ...headers, "content-length": String(bytes.byteLength) },
      body: bytes,
    });
    expect((await upstream.program.fetch(sent)).status).toBeLessThan(300);
    expect(await outcomeOf(add({ report: key }))).toEqual({ report: "请上传 PDF 文件" });
    await upstream.call(uploadApi.confirm, { body: { key } }, { token });
    const id = await add({ report: key });
    expect((await read(id)).report).toEqual({ fileName: "选址报告.pdf", bytes: bytes.byteLength });
    const member = await upstream.addUser("下载的人");
    const { url } = await upstream.call(caseApi.downloadReportUrl, { body: { id } }, { as: member });
    const ask = (path: string) => upstream.program.fetch(new Request(new URL(path, "http://shequ.test")));
    expect((await ask(url)).status).toBe(200);
    expect((await ask(`/oss/${key}`)).status).toBe(403);
    await put(id, 1, { report: "" });
    expect((await read(id)).report).toBeNull();
    await undo("case.put");
    expect((await read(id)).report).toEqual({ fileName: "选址报告.pdf", bytes: bytes.byteLength });
    expect(await outcomeOf(put(id, 3, { report: "form/202603/x.pdf" }))).toEqual({ report: "请上传 PDF 文件" });
  });
});
