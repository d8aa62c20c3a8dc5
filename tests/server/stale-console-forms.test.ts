import { afterAll, beforeAll, expect, test } from "vitest";
import { fieldsIn } from "#tests/routes/support/fields-in";
import { addStaff, holdForConsole } from "#tests/upstream/support/staff";
import { createWorld, type Visitor, type World } from "#tests/world";
import { CONSOLE_FORMS } from "./console-forms";

type Route = keyof typeof CONSOLE_FORMS;

/** A form that edits loaded data. */
type Edited = {
  path: string | (() => Promise<string> | string);
  /** Field that both change, and the value: neither the form's nor the other's. */
  field: string;
  values: readonly [first: string, second: string];
  /** Other submitted fields. */
  with?: Record<string, string>;
};

const WORDS = ["第一个人写下的话", "第二个人写下的话"] as const;
const SUM = ["1234.5", "4321.5"] as const;
const AT = ["2199-01-01T08:00", "2199-02-02T09:00"] as const;

const PEOPLE: [first: string, second: string] = ["", ""];
const PICTURE = { url: "/oss/content/2026/hero.webp", width: 1200, height: 400, alt: "", blur: "" };

let world: World;
let first: Visitor;
let second: Visitor;
beforeAll(async () => {
  world = await createWorld();
  const enter = async () => {
    const visitor = await world.as(await addStaff(world.test, "owner"));
    await holdForConsole(world.test, visitor.cookies.get("token") ?? "");
    return visitor;
  };
  [first, second] = [await enter(), await enter()];
  for (const at of [0, 1] as const) PEOPLE[at] = String(await world.test.addUser(`推荐的作者${at}`));
  await world.test.services.db
    .insertInto("zhiku_images")
    .values({ key: "home-hero", position: 0, title: "原来的图片", href: "/zhiku", image: JSON.stringify(PICTURE) })
    .execute();
});
afterAll(() => world.close());

/** Creates something with its form. @returns where it is edited */
async function made(path: string, fields: Record<string, string>): Promise<string> {
  const { location, text } = await first.submit(path, fields);
  if (location === null) throw new Error(`${path}: ${/field__error[^>]*>[^<]*/.exec(text)?.[0]}`);
  return location;
}

/** A form that edits loaded data, for each such route of the console. */
const EDITED: Partial<Record<Route, Edited>> = {
  "routes/admin/site/agreement": {
    path: "/admin/agreement/terms",
    field: "changes",
    values: WORDS,
    with: { intent: "publish" },
  },
  "routes/admin/content/announcement": {
    path: () => `/admin/announcement/${world.seed.announcement}`,
    field: "title",
    values: WORDS,
  },
  "routes/admin/content/activity": {
    path: () => `/admin/activity/${world.seed.activity}`,
    field: "title",
    values: WORDS,
  },
  "routes/admin/content/case": { path: () => `/admin/case/${world.seed.case}`, field: "title", values: WORDS },
  "routes/admin/content/form": { path: () => `/admin/form/${world.seed.form}`, field: "title", values: WORDS },
  "routes/admin/content/submission": {
    async path() {
      const row = {
        form_id: world.seed.form,
        user_id: world.seed.bob,
        once_by: null,
        created_at: "2026-01-01T00:00:00.000Z",
      };
      const { id } = await world.test.services.db
        .insertInto("form_submissions")
        .values({ ...row, state: "new", staff_note: "", answers: "{}" })
        .returning("id")
        .executeTakeFirstOrThrow();
      return `/admin/submission/${id}`;
    },
    field: "note",
    values: WORDS,
  },
  "routes/admin/content/message": {
    path: () => made("/admin/message/new", { title: "今晚维护", text: "二十三点起", to: "all", intent: "save" }),
    field: "title",
    values: WORDS,
  },
  "routes/admin/content/content-edit": {
    path: () => `/admin/content/article/${world.seed.article}/edit`,
    field: "title",
    values: WORDS,
    with: { reason: "放错了地方" },
  },
  "routes/admin/content/placing": {
    path: () => `/admin/placing/article/${world.seed.article}`,
    field: "home.until",
    values: AT,
    with: { home: "on" },
  },
  "routes/admin/zhiku/offer": { path: () => `/admin/offer/${world.seed.offer}`, field: "description", values: WORDS },
  "routes/admin/zhiku/orders": { path: "/admin/order", field: "limit", values: SUM },
  "routes/admin/review/review-rules": { path: "/admin/rules", field: "rules.article.firstPosts", values: ["3", "4"] },
  "routes/admin/site/search-synonyms": {
    path: "/admin/search-synonyms",
    field: "synonyms",
    values: ["甲, 乙", "丙, 丁"],
  },
  "routes/admin/review/house-rules": { path: "/admin/house-rules", field: "rules.0.text", values: WORDS },
  "routes/admin/site/site-authors": {
    path: "/admin/site/author",
    field: "people.0.userId",
    values: PEOPLE,
  },
  "routes/admin/site/site-footer": { path: "/admin/site/footer", field: "copyright", values: WORDS },
  "routes/admin/site/site-navigation": {
    path: "/admin/site/navigation",
    field: "links.0.label",
    values: ["第一个人", "第二个人"],
    with: { "links.0.order": "1", "links.0.href": "/question" },
  },
  "routes/admin/site/site-parts": { path: "/admin/site/parts", field: "on", values: ["case", "zhiku"] },
  "routes/admin/site/site-verification": {
    path: "/admin/site/verification",
    field: "baidu",
    values: ["codeva-first", "codeva-second"],
  },
  "routes/admin/site/site-logo": { path: "/admin/site/logo", field: "name", values: ["第一个名字", "第二个名字"] },
  "routes/admin/site/site-place": { path: "/admin/site/banner", field: "rows.0.title", values: WORDS },
  "routes/admin/system/limits": { path: "/admin/limit", field: "limits.publishDay", values: ["17", "19"] },
  "routes/admin/site/text": { path: "/admin/text/about", field: "content", values: WORDS },
  "routes/admin/site/classification": {
    path: () => `/admin/taxonomy/class/${world.seed.articleClass}`,
    field: "name",
    values: ["第一个名字", "第二个名字"],
  },
  "routes/admin/zhiku/zhiku-category": {
    path: () => `/admin/zhiku/category/${world.seed.zhikuCategory}`,
    field: "description",
    values: WORDS,
  },
  "routes/admin/zhiku/zhiku-content": {
    path: () => `/admin/zhiku/content/${world.seed.zhikuContent}`,
    field: "title",
    values: WORDS,
  },
  "routes/admin/zhiku/zhiku-heroes": { path: "/admin/zhiku/hero", field: "heroes.0.title", values: WORDS },
  "routes/admin/zhiku/zhiku-rights-text": {
    path: "/admin/zhiku/rights-text/all",
    field: "title",
    values: ["第一个标题", "第二个标题"],
    with: { content: "可以读全部资料" },
  },
};

const DECISION = "is a decision: of two the later is refused, or finds nothing to decide";
const ORDER = "sends the whole order; one that lacks what came meanwhile is refused";
const ADDS = "adds something, and writes over nothing";
const READS = "reads, tries or exports";

/** Forms that don't edit loaded data, and why. */
const OTHERS: Partial<Record<Route, string>> = {
  "routes/admin/desk/desk-seen": "is of whoever looks alone",
  "routes/admin/content/submissions": "marks what is ticked, and leaves what was written beside it",
  "routes/admin/desk/figures-export": READS,
  "routes/admin/content/submissions-export": READS,
  "routes/admin/site/consents-export": READS,
  "routes/admin/zhiku/orders-export": READS,
  "routes/admin/system/log-export": READS,
  "routes/admin/zhiku/reconcile": READS,
  "routes/admin/system/start": READS,
  "routes/admin/system/system": "begins a job",
  "routes/admin/zhiku/code-batch": DECISION,
  "routes/admin/zhiku/codes": ADDS,
  "routes/admin/review/appeal": DECISION,
  "routes/admin/review/undo-decision": DECISION,
  "routes/admin/review/claim": DECISION,
  "routes/admin/content/content": DECISION,
  "routes/admin/content/contents": DECISION,
  "routes/admin/system/log-entry": DECISION,
  "routes/admin/content/question-merge": DECISION,
  "routes/admin/content/versions": "names the version that is public, and is refused when it is no more",
  "routes/admin/content/placings": ORDER,
  "routes/admin/zhiku/offers": ORDER,
  "routes/admin/zhiku/zhiku-categories": ORDER,
  "routes/admin/site/taxonomy": ORDER,
  "routes/admin/zhiku/order": DECISION,
  "routes/admin/review/report": DECISION,
  "routes/admin/review/reports": DECISION,
  "routes/admin/review/review": DECISION,
  "routes/admin/review/review-edit": "is a decision, and keeps what was typed: see below",
  "routes/admin/review/reviews": DECISION,
  "routes/admin/zhiku/profiles": DECISION,
  "routes/admin/zhiku/rights": DECISION,
  "routes/admin/zhiku/right-grant": ADDS,
  "routes/admin/zhiku/right-import": ADDS,
  "routes/admin/system/staff": ADDS,
  "routes/admin/system/sudo": "is of whoever asks alone",
  "routes/admin/system/factor": "is of whoever asks alone",
  "routes/admin/system/new-factor": "is of whoever asks alone",
  "routes/admin/system/verify": "is of whoever asks alone",
  "routes/admin/user/user-merge": "is sealed by its trial, and refused when anything has changed since",
  "routes/admin/user/user-handover": ADDS,
  "routes/admin/user/users": ADDS,
  "routes/admin/user/user": ADDS,
  "routes/admin/site/tag": "names the tag, and finds none when it was renamed",
  "routes/admin/zhiku/zhiku-preview": READS,
  "routes/admin/review/words": "says what a word is treated as, whatever it was",
};

test("each form of the console is in one of the tables", () => {
  expect([...Object.keys(EDITED), ...Object.keys(OTHERS)].sort()).toEqual(Object.keys(CONSOLE_FORMS).sort());
});

test("each of their pages reloads after a conflict, with scripts, too", () => {
  const loadedAnew = (id: string) => "shouldRevalidate" in (world.build.routes[id]?.module ?? {});
  expect(Object.keys(EDITED).filter((id) => !loadedAnew(id))).toEqual([]);
});

test.each(["announcement", "activity", "case"] as const)(
  "the refused draft of a published %s is shown beside what changed meanwhile, the item, the draft or both",
  async (kind) => {
    await world.test.services.db.deleteFrom("rate_limits").execute();
    const path = `/admin/${kind}/${world.seed[kind]}`;
    const send = async (visitor: Visitor, to: string, more: Record<string, string>) =>
      visitor.submit(to, { ...fieldsIn((await visitor.get(to)).text, "title"), intent: "save", ...more });
    const theirs = (html: string) => /别人刚才保存的内容.*?<\/details>/s.exec(html)?.[0];
    const draft = String((await send(first, path, { intent: "draft", title: "草稿的标题" })).location);
    expect(draft).toContain("?draft=");
    await send(second, path, { title: "站上的新标题" });

    for (const intent of ["save", "schedule"]) {
      const late = await send(first, draft, { intent, title: "草稿的标题", publishAt: "2199-01-01T08:00" });
      expect([intent, late.status]).toEqual([intent, 409]);
      expect(theirs(late.text)).toContain("站上的新标题");
      expect(theirs(late.text)).not.toContain("草稿的标题");
    }

    const seen = fieldsIn((await first.get(draft)).text, "title");
    await send(second, draft, { intent: "draft", title: "同事的草稿" });
    const both = await first.submit(draft, { ...seen, intent: "save", title: "我的草稿" });
    expect(both.status).toBe(409);
    for (const words of ["站上的新标题", "同事的草稿"]) expect(theirs(both.text)).toContain(words);
    const given = { ...fieldsIn(both.text, "title"), intent: "save" };
    expect(given).toMatchObject({ title: "我的草稿" });
    expect((await first.submit(draft, given)).location).toBe(path);
    expect((await first.get(path)).text).toContain("我的草稿");
  },
);

/** A field: its label, and another value, or what gives it one in the database. */
type Changed = readonly [label: string, change: string | (() => Promise<unknown>)];

const TABLES = {
  activity: "activities",
  case: "cases",
  zhikuCategory: "zhiku_categories",
  zhikuContent: "zhiku_contents",
} as const;

/** Writes a value to a column of an item of the seed, as an edit does. */
const write = (kind: keyof typeof TABLES, column: string, value: unknown) => () =>
  world.test.services.db
    .updateTable(TABLES[kind] as "activities")
    .set((eb) => ({ [column]: JSON.stringify(value), version: eb("version", "+", 1) }))
    .where("id", "=", world.seed[kind])
    .execute();
const REPORT = { key: "report/202611/seed.pdf", fileName: "年度报告.pdf", bytes: 10 };

/** All fields of forms with many. */
const EVERY_FIELD = {
  "routes/admin/content/announcement": {
    title: ["标题", "别的标题"],
    content: ["正文", "别的正文"],
    hideAt: ["到时撤下", AT[0]],
  },
  "routes/admin/content/activity": {
    title: ["标题", "别的标题"],
    content: ["正文", "别的正文"],
    cover: ["封面", write("activity", "cover", PICTURE)],
    city: ["地点", "别的城市"],
    startsAt: ["开始", "2020-01-01T08:00"],
    endsAt: ["结束", "2199-01-01T08:00"],
    formId: ["报名表单", ""],
    capacity: ["名额", "77"],
    hideAt: ["到时撤下", AT[0]],
  },
  "routes/admin/content/case": {
    title: ["标题", "别的标题"],
    excerpt: ["摘要", "别的摘要"],
    content: ["正文", "别的正文"],
    classificationId: ["分类", ""],
    tags: ["标签", "别的标签"],
    cover: ["封面", write("case", "cover", PICTURE)],
    report: ["报告", write("case", "report", REPORT)],
    hideAt: ["到时撤下", AT[0]],
  },
  "routes/admin/site/text": { title: ["标题", "别的标题"], content: ["正文", "别的正文"] },
  "routes/admin/zhiku/zhiku-category": {
    name: ["名称", "别的名称"],
    description: ["说明", "别的说明"],
    parentId: ["上级", "another"],
    cover: ["封面", write("zhikuCategory", "cover", PICTURE)],
    banner: ["横幅", write("zhikuCategory", "banner", PICTURE)],
  },
  "routes/admin/zhiku/zhiku-content": {
    categoryId: ["分类", "another"],
    type: ["类型", "article"],
    title: ["标题", "别的标题"],
    abstract: ["摘要", "别的摘要"],
    content: ["正文", "别的正文"],
    source: ["来源", "别的来源"],
    cover: ["封面", write("zhikuContent", "cover", PICTURE)],
    trial: ["试读", "1"],
    recommended: ["推荐", "1"],
    document: ["原件", ""],
    "attachments.0.fileName": ["附件", "别的文件.pdf"],
    publishedAt: ["发布时间", "2026-01-01T08:00"],
  },
} as const satisfies Partial<Record<Route, Record<string, Changed>>>;

/** Fields that are no content, or that only say how others came. */
const CONTROLS = /^(?:version|draftVersion|publishAt|intent|idempotencyKey|writer)$|\.(?:order|key)$|\.(?:file|none)$/;

test.each(Object.entries(EVERY_FIELD as Record<string, Record<string, Changed>>))(
  "%s: the second of two is told of whichever field the first has changed",
  async (id, changes) => {
    const { path: given, field } = EDITED[id as Route] as Edited;
    const path = typeof given === "string" ? given : await given();
    const another = /\d+$/.exec(
      await made("/admin/zhiku/category/new", { name: `另一个${id.length}`, intent: "save" }),
    )?.[0];
    const html = (await first.get(path)).text;
    const form = html.match(/<form.*?<\/form>/gs)?.find((one) => one.includes(` name="${field}"`)) ?? "";
    const names = [...form.matchAll(/<(?:input|textarea|select)[^>]* name="([^"]+)"/g)].map(([, name = ""]) => name);
    expect(names.filter((name) => !CONTROLS.test(name) && !(name in changes))).toEqual([]);
    for (const [name, [label, change]] of Object.entries(changes)) {
      await world.test.services.db.deleteFrom("rate_limits").execute();
      const seen = fieldsIn((await second.get(path)).text, field);
      if (typeof change === "function") await change();
      else {
        const value = change === "another" ? String(another) : change;
        const read = fieldsIn((await first.get(path)).text, field);
        const saved = await first.submit(path, { ...read, intent: "save", [name]: value });
        expect(saved.status, `${name}: ${/field__error[^>]*>[^<]*/.exec(saved.text)?.[0]}`).toBe(302);
      }
      const late = await second.submit(path, { ...seen, intent: "save" });
      expect([name, late.status]).toEqual([name, 409]);
      const [theirs = ""] = /别人刚才保存的内容.*?<\/details>/s.exec(late.text) ?? [];
      const told = [...theirs.matchAll(/<dt>([^<]*)/g)].map(([, words]) => words);
      expect([name, ...told]).toEqual([name, label]);
    }
  },
);

test.each(Object.entries(EDITED as Record<string, Edited>).map(([id, form]) => ({ id, ...form })))(
  "$id: the second of two is told, loses nothing, overwrites nothing unseen, and may overwrite it then",
  async (form) => {
    await world.test.services.db.deleteFrom("rate_limits").execute();
    const path = typeof form.path === "string" ? form.path : await form.path();
    const page = await first.get(path);
    expect(page.status).toBe(200);
    const seen = await second.get(path);
    const sent = (at: 0 | 1, html: string): Record<string, string> => ({
      ...fieldsIn(html, form.field),
      intent: "save",
      ...form.with,
      [form.field]: form.values[at],
    });
    const saved = await first.submit(path, sent(0, page.text));
    expect([saved.status, saved.location], /field__error[^>]*>[^<]*/.exec(saved.text)?.[0]).toEqual([
      302,
      expect.any(String),
    ]);

    const late = await second.submit(path, sent(1, seen.text));
    expect([late.status, late.location]).toEqual([409, null]);
    const [theirs = ""] = /别人刚才保存的内容.*?<\/details>/s.exec(late.text) ?? [];
    expect(theirs).toContain(form.values === WORDS ? WORDS[0] : "别人刚才保存的内容");
    const given = fieldsIn(late.text, form.field);
    expect(given[form.field]).toBe(form.values[1]);
    expect((await second.get(path)).text).toContain(form.values[0]);

    const { version = "" } = given;
    expect(version).not.toBe(fieldsIn(seen.text, form.field).version);
    const again = await second.submit(path, { ...sent(1, seen.text), version });
    expect(again.location).not.toBeNull();
    expect((await second.get(path)).text).toContain(form.values[1]);
  },
);

test("an agreement's next version comes back if a colleague's waits to become effective", async () => {
  await world.test.services.db.deleteFrom("rate_limits").execute();
  const path = "/admin/agreement/privacy";
  const read = async (visitor: Visitor) => fieldsIn((await visitor.get(path)).text, "changes");
  const mine = { ...(await read(first)), changes: WORDS[1], intent: "publish" };
  const effectiveOn = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);
  const coming = { ...(await read(second)), changes: WORDS[0], effectiveOn, intent: "publish" };
  expect((await second.submit(path, coming)).location).toBe(path);
  expect(await read(first)).toEqual({});

  const late = await first.submit(path, mine);
  expect(late.status).toBe(409);
  expect(fieldsIn(late.text, "changes")).toMatchObject({ title: "隐私政策", changes: WORDS[1] });
  expect(/别人刚才保存的内容.*?<\/details>/s.exec(late.text)?.[0]).toContain(WORDS[0]);
  const kept = await first.submit(path, { intent: "withdraw", version: "2", reason: "长".repeat(300) });
  expect([kept.location, fieldsIn(kept.text, "changes")]).toEqual([null, {}]);
});

test("a held text changed by two people or by its author: the input comes back beside the present state", async () => {
  const { db } = world.test.services;
  const path = `/admin/review/${world.seed.held}/edit`;
  const page = (await first.get(path)).text;
  const change = (visitor: Visitor, title: string, html: string) =>
    visitor.submit(path, { ...fieldsIn(html, "content"), title });
  await db
    .updateTable("reviews")
    .set({ version: 2, fields: JSON.stringify({ title: "作者刚改的标题", content: "作者刚改的正文" }) })
    .where("id", "=", world.seed.held)
    .execute();
  const stale = await first.submit(path, { ...fieldsIn(page, "content"), title: "一位同事改的标题" });
  expect(stale.status).toBe(409);
  expect(stale.text).toContain("作者刚改的正文");
  expect(stale.text).toContain('value="一位同事改的标题"');

  expect((await change(first, "一位同事改的标题", stale.text)).location).not.toBeNull();
  const late = await change(second, "另一位同事改的标题", stale.text);
  expect([late.status, late.location]).toEqual([409, null]);
  expect(late.text).toContain('value="另一位同事改的标题"');
  expect(late.text).toContain("它不等你来处理了");
});
