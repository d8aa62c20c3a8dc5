import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type FormField, formApi, formField } from "#app/contract/content/form";
import { formValuesSchema } from "#app/contract/content/form-values";
import { createTestUpstream, type TestUpstream } from "#tests/upstream/support/harness";
import { type FormFields, insertForm, prepareForm } from "#upstream/modules/form/write";

let now = new Date("2026-03-10T08:00:00Z");
let upstream: TestUpstream;
let alice: number;

beforeAll(async () => {
  upstream = await createTestUpstream({ clock: () => now });
  alice = await upstream.addUser("爱丽丝");
});
afterAll(() => upstream.close());
beforeEach(() => {
  now = new Date(now.getTime() + 10 * 60_000);
});

type Rules = FormField["rules"];
const field = (type: FormField["type"], rules: Rules = [], options: string[] = []): FormField =>
  formField.parse({
    name: "f",
    label: "字段",
    type,
    rules,
    options: options.map((value) => ({ value, label: `选${value}` })),
  });
/** The error message for a value, null if it is valid. */
const problem = (one: FormField, value?: string | string[]) => {
  const parsed = formValuesSchema([one]).safeParse(value === undefined ? {} : { f: value });
  return parsed.success ? null : (parsed.error.issues[0]?.message ?? "");
};

describe("the rules of a form", () => {
  const text = (...rules: Rules) => field("text", rules);
  it.each([
    [text({ required: true }), undefined, "字段不能为空"],
    [text({ required: true }), "", "字段不能为空"],
    [text({ required: true, message: "必填" }), "", "必填"],
    [text({ required: true }), "x", null],
    [text({ required: true, whitespace: true }), " 　", "字段不能只包含空格"],
    // Looks empty, too.
    [text({ required: true, whitespace: true }), "\u200B\u200D\u3164", "字段不能只包含空格"],
    [text({ whitespace: true }), "", null],
    [text({ min: 3 }), "", null],
    [text({ min: 3 }), "二字", "字段至少3个字"],
    [text({ max: 3 }), "一二三四", "字段不能超过3个字"],
    [text({ min: 2, max: 3 }), "一", "字段须在2到3个字之间"],
    [text({ len: 2, min: 5 }), "𠮷🙂", null],
    [text({ len: 2 }), "𠮷", "字段须为2个字"],
    [text({ pattern: "^\\d{3}$" }), "12", "字段格式不正确"],
    [text({ pattern: "^\\d{3}$", message: "三位数" }), "12x", "三位数"],
    [text({ enum: ["甲", "乙"] }), "丙", "字段必须是以下值之一：甲、乙"],
    [text({ type: "integer" }), "1.5", "字段应为整数"],
    [text({ type: "integer" }), "-3", null],
    [field("number"), "十", "字段应为数字"],
    [field("number", [{ min: 1, max: 9 }]), "10", "字段须在1到9之间"],
    [field("number", [{ min: 1 }]), "0.5", "字段不能小于1"],
    [field("number", [{ max: 1 }]), "2", "字段不能大于1"],
    [field("number"), "", null],
    [field("email"), "a@b", "字段不是有效的邮箱"],
    [field("email"), "a@b.cn", null],
    [field("url"), "javascript:alert(1)", "字段不是有效的网址"],
    [field("url"), "https://例子.cn/路", null],
    [field("date"), "2026-02-30", "字段日期无效"],
    [field("date"), "2026-02-28", null],
    [field("select", [], ["a", "b"]), "c", "字段必须是以下值之一：选a、选b"],
    [field("checkbox", [{ max: 1 }], ["a", "b"]), ["a", "b"], "字段最多1项"],
    [field("checkbox", [{ required: true }], ["a", "b"]), [], "字段不能为空"],
    [field("checkbox", [{ type: "array", min: 1 }], ["a", "b"]), "a", null],
    [text({ min: 1 }), "x".repeat(5001), "字段太长"],
  ] as const)("case %#", (one, value, message) => {
    expect(problem(one, value as string)).toBe(message);
  });
});

const FIELDS: FormFields = {
  title: "内测申请",
  description: "",
  fields: [
    { name: "email", label: "邮箱", type: "email", rules: [{ required: true, message: "请填写邮箱" }] },
    { name: "age", label: "年龄", type: "number", rules: [{ type: "integer", min: 1, max: 150 }] },
    { name: "paper", label: "附件", type: "file" },
  ],
  opensAt: null,
  closesAt: null,
  oncePerPerson: false,
};
async function add(fields: Partial<FormFields> = {}): Promise<number> {
  const prepared = await prepareForm(upstream.services, { ...FIELDS, ...fields });
  return (await upstream.services.db.transaction().execute((trx) => insertForm(trx, prepared))).id;
}
const submit = (id: number, values: Record<string, string | string[]>, as?: number) =>
  upstream.call(formApi.submit, { body: { id, values } }, as === undefined ? {} : { as });

describe("a form", () => {
  it("stores what was filled in, and ignores fields that it does not have", async () => {
    const id = await add();
    const { submissionId } = await submit(id, { email: "a@b.cn", age: "", admin: "1" });
    const row = await upstream.services.db
      .selectFrom("form_submissions")
      .selectAll()
      .where("id", "=", submissionId)
      .executeTakeFirstOrThrow();
    expect(JSON.parse(row.answers)).toEqual({ email: "a@b.cn", age: "", paper: [] });
    expect(row.user_id).toBeNull();
    await expect(submit(id, { age: "0" })).rejects.toMatchObject({
      code: "INVALID_PARAMS",
      data: { fields: { email: "请填写邮箱", age: "年龄须在1到150之间" } },
    });
  });

  it("accepts one submission per person if configured so, even from two concurrent ones", async () => {
    const id = await add({ oncePerPerson: true });
    const values = { email: "a@b.cn" };
    await expect(submit(id, values)).rejects.toThrow("NOT_LOGIN");
    const both = await Promise.allSettled([submit(id, values, alice), submit(id, values, alice)]);
    expect(both.map((one) => one.status).sort()).toEqual(["fulfilled", "rejected"]);
    await expect(submit(id, values, alice)).rejects.toMatchObject({
      code: "CONFLICT",
      message: expect.stringContaining("提交过"),
    });
    expect((await upstream.call(formApi.get, { params: { id } }, { as: alice })).submitted).toBe(true);
    expect((await upstream.call(formApi.get, { params: { id } })).submitted).toBe(false);
  });

  it("accepts submissions only within its opening times", async () => {
    const id = await add({ opensAt: "2026-03-11T00:00:00Z", closesAt: "2026-03-12T00:00:00Z" });
    const values = { email: "a@b.cn" };
    await expect(submit(id, values)).rejects.toMatchObject({
      code: "FORBIDDEN",
      message: expect.stringContaining("还没有开放"),
    });
    now = new Date("2026-03-11T12:00:00Z");
    await submit(id, values);
    now = new Date("2026-03-12T00:00:00Z");
    await expect(submit(id, values)).rejects.toMatchObject({ message: expect.stringContaining("已经截止") });
  });

  it("accepts confirmed files that the same person uploaded for a form, and no others", async () => {
    const id = await add();
    const file = async (key: string, owner_id: number | null, confirmed: 0 | 1) => {
      const row = {
        key,
        owner_id,
        file_name: "a.pdf",
        content_type: "application/pdf",
        bytes: 1,
        confirmed,
        created_at: now.toISOString(),
      };
      await upstream.services.db.insertInto("objects").values(row).execute();
      return key;
    };
    const refused = { code: "INVALID_PARAMS", data: { fields: { paper: "附件还没有上传完成" } } };
    const other = await upstream.addUser("别人");
    const cases = [
      await file("form/202603/a.pdf", null, 0),
      await file("form/202603/b.pdf", other, 1),
      await file("content/202603/c.pdf", null, 1),
      "form/202603/none.pdf",
    ];
    for (const key of cases)
      await expect(submit(id, { email: "a@b.cn", paper: [key] }, alice)).rejects.toMatchObject(refused);
    const mine = [await file("form/202603/d.pdf", null, 1), await file("form/202603/e.pdf", alice, 1)];
    await submit(id, { email: "a@b.cn", paper: mine }, alice);
  });

  it("limits the number of submissions", async () => {
    const id = await add();
    for (let times = 0; times < 5; times += 1) await submit(id, { email: "a@b.cn" });
    await expect(submit(id, { email: "a@b.cn" })).rejects.toThrow("RATE_LIMITED");
  });
});

describe("a form that is sent twice", () => {
  const email = "a@b.cn";
  let keys = 0;
  const newKey = () => `key-of-a-form-${String(++keys).padStart(4, "0")}`;
  type Sent = { id: number; key: string; values?: Record<string, string | string[]>; as?: number; ip?: string };
  const send = async ({ id, key, values = { email }, ...from }: Sent) =>
    (await upstream.call(formApi.submit, { body: { id, values, idempotencyKey: key } }, from)).submissionId;
  const count = async (id: number) =>
    (await upstream.services.db.selectFrom("form_submissions").select("id").where("form_id", "=", id).execute()).length;

  it("is stored once, for members and anonymous visitors, however close together", async () => {
    for (const from of [{ ip: "192.0.2.7" }, { ip: "2001:db8::7" }, { as: alice }]) {
      const sent = { id: await add(), key: newKey(), ...from };
      const all = await Promise.all([send(sent), send(sent), send(sent)]);
      expect(new Set([...all, await send(sent)]).size).toBe(1);
      expect(await count(sent.id)).toBe(1);
    }
  });

  it("consumes the sender's limit once, and is recognized even when the limit is used up", async () => {
    const sent = { id: await add(), key: newKey(), ip: "192.0.2.8" };
    const first = await send(sent);
    for (let times = 1; times < 5; times += 1) await send({ ...sent, key: newKey() });
    await expect(send({ ...sent, key: newKey() })).rejects.toThrow("RATE_LIMITED");
    expect(await send(sent)).toBe(first);
  });

  it("is recognized if only one submission per person is accepted, even concurrently", async () => {
    const sent = { id: await add({ oncePerPerson: true }), key: newKey(), as: alice };
    const [first, second] = await Promise.all([send(sent), send(sent)]);
    expect(second).toBe(first);
    expect(await send(sent)).toBe(first);
    await expect(send({ ...sent, key: newKey() })).rejects.toThrow("CONFLICT");
  });

  it("is nothing to anybody else who has its key", async () => {
    const sent = { id: await add(), key: newKey() };
    const first = await send({ ...sent, ip: "192.0.2.9" });
    const others = [
      { ip: "198.51.100.9" },
      { ip: "2001:db8::9" },
      { as: alice },
      { as: await upstream.addUser("另一人") },
    ];
    for (const from of others) expect(await send({ ...sent, ...from })).not.toBe(first);
    // Someone else who knows the key but not the content.
    const other = { ...sent, ip: "192.0.2.9", values: { email: "guess@b.cn" } };
    await expect(send(other)).rejects.toMatchObject({ code: "ALREADY_SUBMITTED", data: null });
    await expect(send({ ...other, id: await add(), values: { email } })).rejects.toThrow("ALREADY_SUBMITTED");
    expect(await count(sent.id)).toBe(1 + others.length);
  });

  it("is recognized by the content of its files, which were uploaded twice", async () => {
    const file = async (key: string, file_name: string, bytes: number) => {
      const row = { key, owner_id: alice, file_name, content_type: "application/pdf", bytes, confirmed: 1 as const };
      await upstream.services.db
        .insertInto("objects")
        .values({ ...row, created_at: now.toISOString() })
        .execute();
      return { email, paper: [key] };
    };
    const sent = { id: await add(), key: newKey(), as: alice };
    const first = await send({ ...sent, values: await file("form/202603/once.pdf", "a.pdf", 7) });
    expect(await send({ ...sent, values: await file("form/202603/twice.pdf", "a.pdf", 7) })).toBe(first);
    const another = await file("form/202603/other.pdf", "a.pdf", 8);
    await expect(send({ ...sent, values: another })).rejects.toThrow("ALREADY_SUBMITTED");
    const many = { email, paper: Array.from({ length: 20_000 }, (_, at) => `form/${at}`) };
    await expect(send({ ...sent, key: newKey(), values: many })).rejects.toThrow("INVALID_PARAMS");
  });

  it("can be sent again if it was refused", async () => {
    const sent = { id: await add(), key: newKey(), ip: "192.0.2.10" };
    await expect(send({ ...sent, values: {} })).rejects.toThrow("INVALID_PARAMS");
    expect(await send(sent)).toBeGreaterThan(0);
  });
});
