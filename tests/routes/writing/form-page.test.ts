import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { builtField } from "#app/contract/admin/content/form";
import { UNSURE_MESSAGE } from "#app/contract/codes";
import { type FormField, formField } from "#app/contract/content/form";
import { fieldAttributes } from "#app/features/custom-form/field-attributes.server";
import { formProblems } from "#app/features/custom-form/form-problems";
import { createWorld, type World } from "#tests/world/world";
import { insertActivity, prepareActivity } from "#upstream/modules/activity/write";
import { insertForm, prepareForm } from "#upstream/modules/form/write";

let world: World;
let now = new Date();

beforeAll(async () => {
  world = await createWorld({ clock: () => now });
});
afterAll(() => world.close());

/** After all limits on submitting forms. */
const later = () => {
  now = new Date(now.getTime() + 2 * 60_000);
};

/** Id of the newest submission that a form's page lists for its reader. */
const submissionIn = async (reader: Awaited<ReturnType<World["as"]>>, path: string) =>
  /name="submission" value="(\d+)"/.exec((await reader.get(path)).text)?.[1] ?? "";

/** Adds an activity with one place and a registration form. */
async function add(opensAt: string | null, startsIn = 24 * 60 * 60 * 1000, closesAt: string | null = null) {
  const { upstream, write } = world;
  const fields = [formField.parse({ name: "name", label: "称呼", type: "text" })];
  const shape = { title: "聚会报名", description: "", opensAt, closesAt, oncePerPerson: true, fields };
  const prepared = await prepareForm(upstream.services, shape);
  const { id: formId } = await write.inside((trx) => insertForm(trx, prepared));
  const activity = await prepareActivity(upstream.services, {
    title: opensAt ? "晚些的聚会" : "聚会",
    content: "来。",
    cover: null,
    city: "上海",
    startsAt: new Date(now.getTime() + startsIn).toISOString(),
    endsAt: new Date(now.getTime() + startsIn + 60_000).toISOString(),
    formId,
    capacity: 1,
  });
  const { id } = await write.inside((trx) => insertActivity(trx, upstream.services, activity));
  return { form: `/form/${formId}`, page: `/activity/${id}` };
}

test("pages of an activity are valid until its registration opens or it begins", async () => {
  now = new Date();
  const opensAt = new Date(now.getTime() + 20_000).toISOString();
  const { form, page } = await add(opensAt, 20_000);
  const reader = await world.as(null);
  for (const path of [page, form, "/activity?state=upcoming"])
    expect((await reader.get(path)).until, path).toBe(Date.parse(opensAt));
});

test("a page of an activity that offers registration is valid until it closes", async () => {
  now = new Date();
  const closesAt = new Date(now.getTime() + 20_000).toISOString();
  const { page } = await add(null, 40_000, closesAt);
  const reader = await world.as(null);
  const open = await reader.get(page);
  expect(open.text).toContain("报名参加");
  expect(open.until).toBe(Date.parse(closesAt));
  now = new Date(closesAt);
  expect((await reader.get(page)).text).not.toContain("报名参加");
});

test("fields have the attributes that browsers can check, and a refusal keeps all input", async () => {
  const reader = await world.as(null);
  const path = `/form/${world.seed.form}`;
  const page = await reader.get(path);
  expect(page.text).toMatch(/<input[^>]* name="name"[^>]* required=""/);
  expect(page.text).toMatch(/<input[^>]* type="number"[^>]* step="1" min="1" max="150"/);

  const refused = await reader.submit(path, { name: "王小明", age: "0", city: "sh", note: "第一行\n第二行 <b>" });
  expect(refused.status).toBe(422);
  expect(refused.text).toMatch(/role="alert"/);
  expect(refused.text).toMatch(/<input[^>]* name="name"[^>]* value="王小明"/);
  expect(refused.text).toMatch(/<option value="sh" selected="">/);
  expect(refused.text).toContain("第二行 &lt;b&gt;");
});

test("a form opened by another member is sent only when confirmed", async () => {
  const { seed, as } = world;
  const [alice, path] = [await as(seed.alice), `/form/${seed.form}`];
  const filled = { name: "王小明", age: "30", city: "sh", note: "" };
  later();
  const told = await alice.submit(path, { ...filled, writer: String(seed.bob) });
  expect(told.status).toBe(409);
  expect(told.text).toContain("这是用另一个账号填的");
  expect(told.text).toMatch(/<input[^>]* name="name"[^>]* value="王小明"/);
  const [, writer = ""] = /name="writer" value="(\d+)"/.exec(told.text) ?? [];
  expect(writer).toBe(String(seed.alice));
  later();
  expect((await alice.submit(path, { ...filled, writer })).status).toBe(302);
});

test("a sign-up is withdrawn from its page, with and without scripts, and its place passed on", async () => {
  const { as, seed } = world;
  const { form, page } = await add(null);
  const [first, second] = [await as(seed.alice), await as(seed.bob)];
  later();
  await first.submit(form, { name: "甲" });
  await second.submit(form, { name: "乙" });
  const mine = await first.get(form);
  expect(mine.text).toContain("取消报名");
  expect(mine.text).toContain(`href="${page}"`);
  // Of another account, whose member sees this page no more.
  const submission = await submissionIn(first, form);
  const other = await second.submit(form, { intent: "withdraw", submission, writer: String(seed.alice) });
  expect(other.headers.get("location")).toBe(form);
  expect((await second.get(form)).text).toContain("你在候补名单上");
  const done = await first.submit(form, { intent: "withdraw", submission, writer: String(seed.alice) });
  expect(done.headers.get("location")).toBe(form);
  expect((await first.get(form)).text).toMatch(/<input[^>]* name="name"/);
  expect((await second.get(form)).text).not.toContain("你在候补名单上");
  expect((await (await as(null)).submit(form, { intent: "withdraw", submission })).headers.get("location")).toMatch(
    /^\/login\?next=/,
  );
});

test("a form of several activities begins with the one that led to it, and lists what one has signed up for", async () => {
  const { upstream, write, seed } = world;
  const [talk, walk] = ["夜话：一百个小毛病", "湖边走走"];
  const options = [talk, walk].map((label, at) => ({ value: `a${at}`, label }));
  const fields = [
    formField.parse({ name: "name", label: "称呼", type: "text", rules: [{ required: true }] }),
    formField.parse({ name: "which", label: "哪一场", type: "select", options }),
  ];
  const shape = { title: "都在这里报名", description: "", opensAt: null, closesAt: null, oncePerPerson: false, fields };
  const prepared = await prepareForm(upstream.services, shape);
  const { id: formId } = await write.inside((trx) => insertForm(trx, prepared));
  const startsAt = new Date(now.getTime() + 60_000).toISOString();
  const event = { content: "来。", cover: null, city: "上海", startsAt, endsAt: startsAt, formId };
  const pages: string[] = [];
  for (const title of [talk, walk]) {
    const activity = await prepareActivity(upstream.services, { ...event, title, capacity: null });
    pages.push(`/activity/${(await write.inside((trx) => insertActivity(trx, upstream.services, activity))).id}`);
  }
  const reader = await world.as(seed.alice);
  const link =
    /href="(\/form\/[^"]*)"/.exec((await reader.get(pages[1] ?? "")).text)?.[1]?.replaceAll("&amp;", "&") ?? "";
  const page = await reader.get(link);
  expect(page.text).toMatch(/<option value="a1" selected="">湖边走走</);
  const other = await reader.get(`/form/${formId}?on=${encodeURIComponent("没有的")}`);
  expect(other.text).not.toMatch(/value="a\d" selected/);
  later();
  const refused = await reader.submit(link, { name: "", which: "" });
  expect(refused.status).toBe(422);
  expect(refused.text).not.toMatch(/value="a\d" selected/);
  later();
  await reader.submit(link, { name: "甲", which: "a0" });
  const [, own = ""] = /id="own-\d+">(.*?)<time/s.exec((await reader.get(`/form/${formId}`)).text) ?? [];
  expect(own).toContain(talk);
});

test("of a form that takes several, its page lists one's own submissions, of which each can be withdrawn", async () => {
  const { as, seed } = world;
  const path = `/form/${seed.form}`;
  const [alice, bob] = [await as(seed.alice), await as(seed.bob)];
  const filled = { name: "王小明", age: "30", city: "sh", note: "" };
  const list = async () => (await alice.get(path)).text.match(/name="submission" value="\d+"/g)?.length ?? 0;
  const before = await list();
  for (const name of ["甲", "乙"]) {
    later();
    await alice.submit(path, { ...filled, name });
  }
  const page = await alice.get(path);
  expect(page.text).toContain("看看交过的");
  expect(page.text).toMatch(/取消报名|撤回这一份/);
  expect(page.text).toMatch(/<input[^>]* name="name"/);
  expect(await list()).toBe(before + 2);
  expect((await bob.get(path)).text).not.toContain("看看交过的");
  const submission = await submissionIn(alice, path);
  const done = await alice.submit(path, { intent: "withdraw", submission });
  expect(done.headers.get("location")).toBe(path);
  expect(await list()).toBe(before + 1);
  // Of a page that is out of date.
  expect((await alice.submit(path, { intent: "withdraw" })).headers.get("location")).toBe(path);
  expect(await list()).toBe(before + 1);
});

test("after registration has closed, the page of an activity leads to the form, where one withdraws", async () => {
  const { as, seed } = world;
  now = new Date();
  const closesAt = new Date(now.getTime() + 20_000).toISOString();
  const { form, page } = await add(null, 40_000, closesAt);
  const member = await as(seed.bob);
  await member.submit(form, { name: "丙" });
  now = new Date(closesAt);
  const reader = await as(null);
  expect((await reader.get(page)).text).toMatch(new RegExp(`<a[^>]* href="${form}"[^>]*>报名已截止，查看我的报名`));
  expect((await reader.get(form)).text).toContain("已经截止");
  expect((await member.get(form)).text).toContain("取消报名");
  now = new Date(now.getTime() + 20_000);
  expect((await reader.get(page)).text).not.toContain(`href="${form}"`);
});

test("who signs up for a full activity learns that they wait, and its page says so; pages change when a form opens", async () => {
  const { as, seed } = world;
  const { form, page } = await add(null);
  const reader = await as(null);
  expect((await reader.get(page)).text).toContain("报名参加");
  later();
  const first = await (await as(seed.alice)).submit(form, { name: "甲" });
  expect(first.headers.get("location")).toContain("state=sent");
  expect((await reader.get(page)).text).toContain("名额已满，报名候补");
  later();
  const second = await as(seed.bob);
  const waiting = await second.submit(form, { name: "乙" });
  expect(waiting.headers.get("location")).toContain("state=waiting");
  expect((await second.get(form)).text).toContain("你在候补名单上");
  expect((await (await as(seed.alice)).get(form)).text).toContain("已收到你的填写");

  // Filled in a second tab: it was not taken, and the page says so.
  later();
  const again = await second.submit(form, { name: "丙" });
  expect(again.text).toContain("你已经提交过了");

  const opensAt = new Date(now.getTime() + 20_000).toISOString();
  const later20 = await add(opensAt, 20_000);
  const upcoming = async () => (await reader.get("/activity?state=upcoming")).text;
  expect(await upcoming()).toContain("晚些的聚会");
  expect((await reader.get(later20.page)).text).toContain("报名从");
  expect((await reader.get(later20.form)).text).toContain("还没有开放");
  now = new Date(now.getTime() + 20_000);
  expect((await reader.get(later20.page)).text).toContain("报名参加");
  expect((await reader.get(later20.form)).text).not.toContain("还没有开放");
  expect(await upcoming()).not.toContain("晚些的聚会");
});

test("a group of choices shows its error like every field", async () => {
  const { upstream, write, as } = world;
  const options = ["a", "b"].map((value) => ({ value, label: `选项${value}` }));
  const fields = (["radio", "checkbox"] as const).map((type) =>
    formField.parse({ name: `${type}s`, label: type, type, options, rules: [{ required: true }] }),
  );
  const form = { title: "选一选", description: "", opensAt: null, closesAt: null, oncePerPerson: false, fields };
  const prepared = await prepareForm(upstream.services, form);
  const path = `/form/${(await write.inside((trx) => insertForm(trx, prepared))).id}`;
  const reader = await as(null);
  expect((await reader.get(path)).text).not.toContain("aria-invalid");
  const { status, text } = await reader.submit(path, {});
  expect(status).toBe(422);
  const [group = ""] = /<fieldset[^>]*role="radiogroup"[^>]*>/.exec(text) ?? [];
  expect(group).toContain('aria-invalid="true"');
  const boxes = text.match(/<input[^>]* type="checkbox"[^>]*>/g) ?? [];
  expect(boxes).toHaveLength(2);
  for (const [element, name] of [[group, "radios"], ...boxes.map((box) => [box, "checkboxs"])] as [string, string][]) {
    expect(element).toContain('aria-invalid="true"');
    const [, described] = /aria-describedby="([^" ]+)"/.exec(element) ?? [];
    expect(described).toBe(`field-${name}-error`);
    expect(text).toContain(`id="${described}"`);
  }
});

test("a form for one submission per person asks for a login before it is filled in", async () => {
  const { upstream, write, seed, as } = world;
  const name = formField.parse({ name: "name", label: "姓名", type: "text", rules: [] });
  const form = {
    title: "每人一次",
    description: "",
    opensAt: null,
    closesAt: null,
    oncePerPerson: true,
    fields: [name],
  };
  const prepared = await prepareForm(upstream.services, form);
  const path = `/form/${(await write.inside((trx) => insertForm(trx, prepared))).id}`;
  const ASKED = "每人只能填写一次";
  expect((await (await as(null)).get(path)).text).toContain(ASKED);
  expect((await (await as(seed.alice)).get(path)).text).not.toContain(ASKED);
  expect((await (await as(null)).get(`/form/${seed.form}`)).text).not.toContain(ASKED);
});

test("a form submitted twice counts once, also from anonymous visitors", async () => {
  later();
  const reader = await world.as(null);
  const path = `/form/${world.seed.form}`;
  const keyIn = (text: string) => /name="idempotencyKey" value="([0-9a-f]{32})"/.exec(text)?.[1] ?? "";
  const count = async () =>
    (await world.upstream.services.db.selectFrom("form_submissions").select("id").execute()).length;
  const before = await count();
  const page = await reader.get(path);
  const idempotencyKey = keyIn(page.text);
  expect(idempotencyKey).not.toBe("");
  expect(keyIn((await reader.get(path)).text)).not.toBe(idempotencyKey);

  const refused = await reader.submit(path, { name: "", idempotencyKey });
  expect(keyIn(refused.text)).toBe(idempotencyKey);
  const sent = { name: "王小明", idempotencyKey };
  const first = await reader.submit(path, sent);
  const second = await reader.submit(path, sent);
  expect([second.status, second.location]).toEqual([first.status, first.location]);
  expect(first.location).toBe(`${path}?state=sent`);
  expect((await reader.get(first.location ?? "")).text).toContain("已收到你的填写，谢谢");
  expect(await count()).toBe(before + 1);

  const changed = await reader.submit(path, { ...sent, note: "忘了说的话" });
  expect(changed.status).toBe(409);
  expect(changed.text).toContain("刚才那一份已经收到");
  expect(changed.text).toContain("忘了说的话");
  expect(keyIn(changed.text)).not.toBe(idempotencyKey);
  const another = { ...sent, note: "忘了说的话", idempotencyKey: keyIn(changed.text) };
  expect((await reader.submit(path, another)).location).toBe(first.location);
  expect(await count()).toBe(before + 2);
});

const OPTIONS = ["a", "b", "c"].map((value) => ({ value, label: `选${value}` }));
const EVERY_RULE = [
  { name: "required", label: "称呼", type: "text", rules: [{ required: true, message: "请告诉我们怎么称呼" }] },
  { name: "space", label: "名字", type: "text", rules: [{ whitespace: true }] },
  { name: "length", label: "简介", type: "textarea", rules: [{ min: 3, max: 6 }] },
  { name: "exact", label: "代号", type: "text", rules: [{ len: 2 }] },
  { name: "code", label: "编号", type: "text", rules: [{ pattern: "^[A-Z]{2}\\d{3}$" }] },
  { name: "word", label: "口令", type: "text", rules: [{ enum: ["芝麻", "开门"] }] },
  { name: "any", label: "随便", type: "text" },
  { name: "age", label: "年龄", type: "number", rules: [{ type: "integer", min: 1, max: 150 }] },
  { name: "price", label: "价格", type: "number", rules: [{ min: 0.5 }] },
  { name: "email", label: "邮箱", type: "email" },
  { name: "site", label: "网站", type: "url" },
  { name: "day", label: "生日", type: "date" },
  { name: "one", label: "选项", type: "select", options: OPTIONS },
  { name: "radio", label: "单选", type: "radio", options: OPTIONS, rules: [{ required: true }] },
  { name: "many", label: "多选", type: "checkbox", options: OPTIONS, rules: [{ type: "array", min: 1, max: 2 }] },
] as const;

describe("the browser and the server", () => {
  const fields = EVERY_RULE.map((field) => formField.parse(field));
  const right = { required: "林", radio: "a" };
  let path = "";
  beforeAll(async () => {
    const form = { title: "每一条规则", description: "", opensAt: null, closesAt: null, oncePerPerson: false };
    const prepared = await prepareForm(world.upstream.services, { ...form, fields });
    path = `/form/${(await world.write.inside((trx) => insertForm(trx, prepared))).id}`;
  });

  type Filled = Record<string, string | readonly string[]>;
  const everyWrong: Filled = {
    required: "",
    space: " \u3000",
    length: "长".repeat(7),
    exact: "三个字",
    code: "ab123",
    word: "大蒜",
    any: "很".repeat(5001),
    age: "一",
    price: "0.4",
    email: "lin@",
    site: "example.com",
    day: "2026-02-30",
    one: "d",
    radio: "d",
    many: ["a", "b", "c"],
  };
  test.each<[string, Filled, Record<string, string>]>([
    ["nothing", {}, { required: "请告诉我们怎么称呼", radio: "单选不能为空" }],
    ["what is enough", right, {}],
    [
      "all that can be wrong",
      everyWrong,
      {
        required: "请告诉我们怎么称呼",
        space: "名字不能只包含空格",
        length: "简介须在3到6个字之间",
        exact: "代号须为2个字",
        code: "编号格式不正确",
        word: "口令必须是以下值之一：芝麻、开门",
        any: "随便太长",
        age: "年龄应为整数",
        price: "价格不能小于0.5",
        email: "邮箱不是有效的邮箱",
        site: "网站不是有效的网址",
        day: "生日日期无效",
        one: "选项必须是以下值之一：选a、选b、选c",
        radio: "单选必须是以下值之一：选a、选b、选c",
        many: "多选须为1到2项",
      },
    ],
    [
      "all that is right",
      {
        required: " ",
        space: " 名 ",
        length: "一二三",
        exact: "𠮷🙂",
        code: "AB123",
        word: "芝麻",
        any: "<b>&amp;\"'",
        age: "150",
        price: ".5",
        email: "林@例子.cn",
        site: "https://example.com/路?a=b",
        day: "2028-02-29",
        one: "b",
        radio: "c",
        many: ["a", "c"],
      },
      {},
    ],
    ["lines, whose ends are sent as two characters", { ...right, length: "一\n二\n三\n" }, {}],
    ["a line too many", { ...right, length: "一\n二\n三\n四" }, { length: "简介须在3到6个字之间" }],
    ["a number that is none", { ...right, age: "1e2", price: "0x1" }, { age: "年龄应为整数", price: "价格应为数字" }],
    ["half a year", { ...right, age: "1.5" }, { age: "年龄应为整数" }],
    ["an address that runs something", { ...right, site: "javascript:alert(1)" }, { site: "网站不是有效的网址" }],
    ["one choice of several", { ...right, many: "b" }, {}],
  ])("agree on %s", async (_, filled, wanted) => {
    later();
    const sent = new FormData();
    for (const [name, value] of Object.entries(filled)) for (const one of [value].flat()) sent.append(name, one);
    expect(formProblems(fields, sent)).toEqual(wanted);
    const answer = await (await world.as(null)).submit(path, sent);
    const told = answer.text.matchAll(/id="field-(\w+)-error">.*?<\/(?:svg|span)>([^<]*)</gs);
    expect(Object.fromEntries([...told].map(([, name, text]) => [name, text]))).toEqual(wanted);
    expect(answer.status).toBe(Object.keys(wanted).length ? 422 : 302);
  });

  test("agree on values that browsers can't parse", () => {
    const sent = new FormData();
    for (const [name, value] of Object.entries(right)) sent.append(name, value);
    const unreadable = new Set(["age", "price", "day"]);
    const wanted = { age: "年龄应为整数", price: "价格应为数字", day: "生日日期无效" };
    expect(formProblems(fields, sent, unreadable)).toEqual(wanted);
  });

  test("an invalid pattern makes no form", async () => {
    const field = { ...fields[0], rules: [{ pattern: "([" }] };
    expect(builtField.safeParse(field).error?.issues[0]?.message).toBe("不是有效的正则表达式");
  });
});

describe("rules as attributes", () => {
  const attributes = (type: FormField["type"], ...rules: FormField["rules"]) =>
    fieldAttributes(formField.parse({ name: "x", label: "x", type, rules }));

  test.each([
    ["length of text", attributes("text", { type: "string", min: 2, max: 20 }), { minLength: 2 }],
    ["exact length", attributes("text", { len: 11 }), { minLength: 11 }],
    ["any number", attributes("number", { type: "number", min: 0.5 }), { step: "any", min: 0.5 }],
    ["whole pattern", attributes("text", { pattern: "^1[3-9]\\d{9}$", message: "手机号" }), { title: "手机号" }],
    ["required text", attributes("textarea", { required: true }), { required: true }],
    ["required checkboxes, which HTML can't say", attributes("checkbox", { required: true }), {}],
    ["a pattern that attributes can't have", attributes("text", { pattern: "[(]" }), {}],
  ])("%s", (_, given, wanted) => {
    expect(given).toMatchObject(wanted);
    // Browsers would silently truncate the input.
    expect(given).not.toHaveProperty("maxLength");
  });

  test.each([
    ["^1[3-9]\\d{9}$", "13800000000", "138"],
    ["^ab", "abc", "cab"],
    ["b", "abc", "ac"],
    ["c\\$$", "abc$", "abc"],
  ])("the pattern %s accepts %s and not %s", (pattern, good, bad) => {
    const source = attributes("text", { pattern }).pattern ?? "";
    // The attribute as interpreted by browsers.
    const whole = new RegExp(`^(?:${source})$`, "v");
    expect(whole.test(good)).toBe(true);
    expect(whole.test(bad)).toBe(false);
  });
});

test("what was filled in comes back even if the questions of the form can't be loaded any more", async () => {
  const { form } = await add(null);
  const { program } = world.upstream;
  const ask = program.call.bind(program);
  program.call = async () => {
    throw new Error("nobody answers");
  };
  const reader = await world.as(null);
  const filled = { name: "写了很久的称呼", unknown: "", idempotencyKey: "0f".repeat(16) };
  const plain = await reader.submit(form, filled);
  const scripted = await reader.send(form, filled);
  const data = await reader.get(form);
  program.call = ask;
  expect([plain.status, plain.text]).toEqual([
    503,
    expect.stringMatching(/<textarea[^>]*name="name"[^>]*>写了很久的称呼</),
  ]);
  expect(plain.text).toContain("还没有提交");
  expect(plain.text).not.toMatch(/<textarea[^>]*>0f0f|name="unknown"/);
  // It can be submitted again under the same key.
  expect(plain.text).toMatch(/name="idempotencyKey"[^>]*value="0f0f/);
  // Scripts keep the page, with its fields.
  expect([scripted.status, scripted.text]).toEqual([503, expect.stringContaining('"refused"')]);
  expect(data.text).toContain("服务暂时不可用");
});

test("the whole form comes back if nothing is answered from its submission on", async () => {
  const { form } = await add(null);
  const { program } = world.upstream;
  const ask = program.call.bind(program);
  let silent = false;
  program.call = async (name, request) => {
    silent ||= name === "POST /api/form/submit";
    if (silent) throw new Error("nobody answers");
    return ask(name, request);
  };
  const before = (await (await world.as(null)).get(form)).text;
  const { status, text } = await (await world.as(null)).submit(form, {
    name: "写了很久的称呼",
    idempotencyKey: "0e".repeat(16),
  });
  program.call = ask;
  expect(status).toBe(503);
  const titleOf = (page: string) => /<h1[^>]*>([^<]*)/.exec(page)?.[1];
  expect(titleOf(text)).toBe(titleOf(before));
  for (const kept of ["写了很久的称呼", `value="${"0e".repeat(16)}"`, UNSURE_MESSAGE]) expect(text).toContain(kept);
});

test("a file is not uploaded while another field is wrong, since each upload counts", async () => {
  const { upstream, write, as } = world;
  const fields = [
    formField.parse({ name: "age", label: "年龄", type: "number" }),
    formField.parse({ name: "paper", label: "材料", type: "file" }),
  ];
  const shape = { title: "交材料", description: "", opensAt: null, closesAt: null, oncePerPerson: false, fields };
  const prepared = await prepareForm(upstream.services, shape);
  const { id } = await write.inside((trx) => insertForm(trx, prepared));
  const filled = new FormData();
  filled.set("age", "不是数");
  filled.set("paper", new File(["材料"], "材料.txt", { type: "text/plain" }));
  later();
  const refused = await (await as(null)).submit(`/form/${id}`, filled);
  expect(refused.status).toBe(422);
  expect(refused.text).toMatch(/<input[^>]* name="age"[^>]* value="不是数"/);
  const rows = upstream.services.db.selectFrom("objects").select("key").where("file_name", "=", "材料.txt");
  expect(await rows.execute()).toEqual([]);
});
