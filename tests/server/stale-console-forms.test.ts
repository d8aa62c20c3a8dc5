import { afterAll, beforeAll, expect, test } from "vitest";
import { KEPT_LIMITS, keptLimits } from "#app/contract/admin/system/limit-names";
import { KINDS, kindsWith } from "#app/contract/kinds";
import { PART_NAMES } from "#app/contract/parts";
import { fieldsIn } from "#tests/routes/support/fields-in";
import { addStaff, holdForConsole } from "#tests/upstream/support/staff";
import { createWorld, type Reader, type World } from "#tests/world/world";
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
const IN_A_MONTH = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);
const OTHER_PICTURE = "/oss/content/2026/other.webp";
const PICTURE = { url: "/oss/content/2026/hero.webp", width: 1200, height: 400, alt: "", blur: "" };

let world: World;
let first: Reader;
let second: Reader;
beforeAll(async () => {
  world = await createWorld();
  const enter = async () => {
    const reader = await world.as(await addStaff(world.upstream, "owner"));
    await holdForConsole(world.upstream, reader.cookies.get("token") ?? "");
    return reader;
  };
  [first, second] = [await enter(), await enter()];
  for (const at of [0, 1] as const) PEOPLE[at] = String(await world.upstream.addUser(`推荐的作者${at}`));
  await world.upstream.services.db
    .insertInto("objects")
    .values(
      ["hero", "other"].map((name) => ({
        key: `content/2026/${name}.webp`,
        owner_id: null,
        file_name: `${name}.webp`,
        content_type: "image/webp",
        bytes: 9,
        width: 300,
        height: 300,
        confirmed: 1,
        created_at: "2026-01-01T00:00:00.000Z",
      })),
    )
    .execute();
  await world.upstream.services.db
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
const EDITED = {
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
      const { id } = await world.upstream.services.db
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
} as const satisfies Partial<Record<Route, Edited>>;

const DECISION = "is a decision: of two the later is refused, or finds nothing to decide (see stale-decision.test.ts)";
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
  "routes/admin/user/users": DECISION,
  "routes/admin/user/user": DECISION,
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
    await world.upstream.services.db.deleteFrom("rate_limits").execute();
    const path = `/admin/${kind}/${world.seed[kind]}`;
    const send = async (reader: Reader, to: string, more: Record<string, string>) =>
      reader.submit(to, { ...fieldsIn((await reader.get(to)).text, "title"), intent: "save", ...more });
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

/**
 * A field: its label; another value (null: not ticked), or what finds one or gives it one in the database; and what
 * else the form must have for that, which both know.
 */
type Changed = readonly [
  label: string,
  change: string | null | (() => Promise<unknown>),
  known?: Record<string, string>,
];

const TABLES = {
  activity: "activities",
  case: "cases",
  zhikuCategory: "zhiku_categories",
  zhikuContent: "zhiku_contents",
} as const;

/** Writes a value to a column of an item of the seed, as an edit does. */
const write = (kind: keyof typeof TABLES, column: string, value: unknown) => () =>
  world.upstream.services.db
    .updateTable(TABLES[kind] as "activities")
    .set((eb) => ({ [column]: JSON.stringify(value), version: eb("version", "+", 1) }))
    .where("id", "=", world.seed[kind])
    .execute();
const REPORT = { key: "report/202611/seed.pdf", fileName: "年度报告.pdf", bytes: 10 };

/** Id of a member of staff who may be told of submissions. */
const staffToTell = async () =>
  / name="notify" value="(\d+)"/.exec((await first.get(`/admin/form/${world.seed.form}`)).text)?.[1];

/** Switches all parts on. */
async function switchOn(): Promise<void> {
  const form = new FormData();
  form.set("version", fieldsIn((await first.get("/admin/site/parts")).text, "on").version ?? "");
  for (const part of PART_NAMES) form.append("on", part);
  expect((await first.submit("/admin/site/parts", form)).status).toBe(302);
}

/** All rules for review: each condition of each kind, its outcome and its sentence. */
function everyRule(): Record<string, Changed> {
  const conditions = {
    words: ["含有要审核的敏感词", null],
    links: ["含有站外链接", "on"],
    all: ["全部", "on"],
    firstPosts: ["作者公开的内容不足多少份时", "7"],
    newDays: ["注册不满多少天的账号", "8"],
  } as const;
  return Object.fromEntries(
    kindsWith("reviewed").flatMap((kind) =>
      Object.entries(conditions).flatMap(([condition, [words, value]]): [string, Changed][] => {
        const label = `${KINDS[kind].name}：${words}`;
        const outcome = `rules.${kind}.outcomes.${condition}`;
        return [
          [`rules.${kind}.${condition}`, [label, value]],
          [`${outcome}.outcome`, [`${label}：怎么处理`, "refuse"]],
          [`${outcome}.sentence`, [`${label}：给作者的话`, "请改一改"]],
        ];
      }),
    ),
  );
}

/** The rules of a question, all of which are shown with the others' in one text. */
const QUESTION: Record<string, string | null> = {
  label: "别的题目",
  options: "甲\n乙",
  type: "select",
  help: "别的说明",
  requiredMessage: "别的提示",
  placeholder: "别的示例",
  whitespaceMessage: "别的提示",
  kind: "string",
  kindMessage: "别的提示",
  min: "1",
  max: "9",
  len: "5",
  sizeMessage: "别的提示",
  enum: "甲",
  enumMessage: "别的提示",
  pattern: "^.$",
  patternMessage: "别的提示",
  whitespace: null,
  required: null,
  more: '[{"type":"string","message":"另一个提示"}]',
};

/** All fields of each form. */
const EVERY_FIELD: Record<keyof typeof EDITED, Record<string, Changed>> = {
  "routes/admin/site/agreement": {
    title: ["标题", "别的标题"],
    content: ["正文", "别的正文"],
    changes: ["改了什么", "别的改动"],
    askAgain: ["请没有同意过这一版的成员同意", "1"],
    effectiveOn: ["从哪一天起生效", IN_A_MONTH],
  },
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
  "routes/admin/content/form": {
    title: ["标题", "别的标题"],
    description: ["说明", "别的说明"],
    opensAt: ["开放时间", "2020-01-01T08:00"],
    closesAt: ["截止时间", AT[0]],
    oncePerPerson: ["每人只能填一次", "1"],
    notify: ["有新答卷时通知谁", staffToTell],
    ...Object.fromEntries(
      Object.entries(QUESTION).map(([name, value]): [string, Changed] => [`fields.0.${name}`, ["题目", value]]),
    ),
  },
  "routes/admin/content/submission": { state: ["状态", "handled"], note: ["备注", "别的备注"] },
  "routes/admin/content/message": {
    title: ["标题", "别的标题"],
    text: ["正文", "别的正文"],
    path: ["点开去哪里", "/announcement"],
    to: ["发给谁", "entitled"],
    categoryId: ["能读哪个分类", "another"],
    memberIds: ["指定用户", async () => PEOPLE.join(" "), { to: "members", categoryId: "", memberIds: "1" }],
  },
  "routes/admin/content/placing": {
    home: ["首页“推荐”", "on", { home: "", "home.until": "" }],
    "home.until": ["首页“推荐”：到什么时候", AT[0]],
    list: ["文章列表", "on"],
    "list.until": ["文章列表：到什么时候", AT[0]],
    class: [expect.stringMatching(/^分类“.*”的文章列表$/), "on"],
    "class.until": [expect.stringMatching(/^分类“.*”的文章列表：到什么时候$/), AT[0]],
    featured: ["精华", "on"],
    "featured.until": ["精华：到什么时候", AT[0]],
  },
  "routes/admin/content/content-edit": {
    title: ["标题", "足够长的别的标题"],
    content: ["正文", "足够长的别的正文，至少要有这么多字"],
    tags: ["标签", "别的标签"],
    classificationId: ["分类", ""],
    aiGenerated: ["含 AI 生成内容", "1"],
  },
  "routes/admin/zhiku/offer": {
    name: ["名称", "别的名称"],
    description: ["说明", "别的说明"],
    categoryId: ["打开什么", "another"],
    price: ["价格（元）", "77"],
    days: ["天数", "77"],
    onSale: ["上架", ""],
  },
  "routes/admin/zhiku/orders": { limit: ["超过多少元", "77"] },
  "routes/admin/review/review-rules": everyRule(),
  "routes/admin/review/house-rules": {
    "rules.0.name": ["规则", "别的规则"],
    "rules.0.text": ["规则", "别的说明"],
  },
  "routes/admin/site/search-synonyms": { synonyms: ["同义词", "戊, 己"] },
  "routes/admin/site/site-authors": { "people.0.userId": ["作者", async () => PEOPLE[0]] },
  "routes/admin/site/site-footer": {
    icp: ["ICP 备案号", "别的备案号"],
    police: ["公安备案号", "别的备案号"],
    copyright: ["版权说明", "别的说明"],
    "links.0.group": ["链接", "别的分组"],
    "links.0.label": ["链接", "别的文字"],
    "links.0.href": ["链接", "/other"],
  },
  "routes/admin/site/site-navigation": {
    "links.0.label": ["链接", "别的文字"],
    "links.0.href": ["链接", "/other"],
  },
  "routes/admin/site/site-parts": { on: ["开着的栏目", "activity"] },
  "routes/admin/site/site-verification": {
    baidu: ["百度", "another-code"],
    bing: ["必应", "another-code"],
    so360: ["360 搜索", "another-code"],
    sogou: ["搜狗", "another-code"],
    shenma: ["神马", "another-code"],
    google: ["Google", "another-code"],
  },
  "routes/admin/site/site-logo": {
    name: ["站点名称", "别的名称"],
    picture: ["标志图片", OTHER_PICTURE],
    pictureDark: ["深色背景上的标志图片", OTHER_PICTURE],
    accent: ["主色", "rose"],
    icon: ["浏览器标签上的图标", OTHER_PICTURE],
  },
  "routes/admin/site/site-place": {
    "rows.0.title": ["横幅", "别的标题"],
    "rows.0.subtitle": ["横幅", "别的副标题"],
    "rows.0.href": ["横幅", "/other"],
    "rows.0.picture": ["横幅", OTHER_PICTURE],
    "rows.0.startsAt": ["横幅", "2199-01-01T07:00"],
    "rows.0.endsAt": ["横幅", AT[0]],
  },
  "routes/admin/system/limits": Object.fromEntries(
    keptLimits.map((name): [string, Changed] => {
      const { name: words, unit, min } = KEPT_LIMITS[name];
      return [`limits.${name}`, [`${words}（${unit}）`, String(min + 1)]];
    }),
  ),
  "routes/admin/site/text": { title: ["标题", "别的标题"], content: ["正文", "别的正文"] },
  "routes/admin/site/classification": { name: ["名称", "别的名称"], slug: ["短名", "another"] },
  "routes/admin/zhiku/zhiku-heroes": {
    "heroes.0.title": ["图片", "别的标题"],
    "heroes.0.href": ["图片", "/other"],
    "heroes.0.picture": ["图片", OTHER_PICTURE],
  },
  "routes/admin/zhiku/zhiku-rights-text": {
    title: ["标题", "别的标题"],
    content: ["内容", "别的内容"],
  },
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
};

/** Labels of the fields that a refused form's page shows as changed. */
const toldIn = (html: string) => {
  const [theirs = ""] = /别人刚才保存的内容.*?<\/details>/s.exec(html) ?? [];
  return [...theirs.matchAll(/<dt>([^<]*)/g)].map(([, words]) => words);
};

/** Fields that are no content, or that only say how others came. */
const CONTROLS =
  /^(?:version|draftVersion|publishAt|intent|idempotencyKey|writer|reason|kind)$|\.(?:order|key)$|^fields\.\d+\.name$|\.(?:file|none)$/;

test.each(Object.entries<Edited>(EDITED).map(([id, form]) => ({ id, ...form })))(
  "$id: the second of two is told, loses nothing, overwrites nothing unseen, and may overwrite it then",
  async (form) => {
    await world.upstream.services.db.deleteFrom("rate_limits").execute();
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

test.each(Object.entries(EVERY_FIELD))(
  "%s: the second of two is told of whichever field the first has changed",
  async (id, changes) => {
    await world.upstream.services.db.deleteFrom("rate_limits").execute();
    await switchOn();
    const { path: given, field, with: rest = {} }: Edited = EDITED[id as keyof typeof EDITED];
    const path = typeof given === "string" ? given : await given();
    const another = /\d+$/.exec(
      await made("/admin/zhiku/category/new", { name: `另一个${id.length}`, intent: "save" }),
    )?.[0];
    const read = async (reader: Reader) => fieldsIn((await reader.get(path)).text, field);
    const always = { reason: rest.reason ?? "", intent: rest.intent ?? "save" };
    const save = async (name: string, change: Record<string, string | null>) => {
      const sent = Object.entries({ ...(await read(first)), ...always, ...change });
      const ticked = sent.filter((one): one is [string, string] => one[1] !== null);
      const saved = await first.submit(path, Object.fromEntries(ticked));
      expect(saved.status, `${name}: ${/field__error[^>]*>[^<]*/.exec(saved.text)?.[0]}`).toBe(302);
    };
    const shown = new Set<string>();
    for (const [name, [label, change, known]] of Object.entries(changes)) {
      await world.upstream.services.db.deleteFrom("rate_limits").execute();
      if (known) await save(name, known);
      const { text: html } = await second.get(path);
      const form = html.match(/<form.*?<\/form>/gs)?.find((one) => one.includes(` name="${field}"`)) ?? "";
      for (const [, one = ""] of form.matchAll(/<(?:input|textarea|select)[^>]* name="([^"]+)"/g)) shown.add(one);
      const seen = fieldsIn(html, field);
      const found = typeof change === "function" ? await change() : change === "another" ? another : change;
      if (typeof found === "string" || found === null) await save(name, { [name]: found });
      const late = await second.submit(path, { ...seen, ...always });
      expect([name, late.status]).toEqual([name, 409]);
      expect([name, ...toldIn(late.text)]).toEqual([name, label]);
    }
    const firstRows = [...shown].filter((name) => !CONTROLS.test(name) && !/\.[1-9]\d*\./.test(name));
    expect(firstRows.filter((name) => !(name in changes))).toEqual([]);
  },
);

test("an agreement's next version comes back if a colleague's waits to become effective", async () => {
  await world.upstream.services.db.deleteFrom("rate_limits").execute();
  const path = "/admin/agreement/privacy";
  const read = async (reader: Reader) => fieldsIn((await reader.get(path)).text, "changes");
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
  const { db } = world.upstream.services;
  const path = `/admin/review/${world.seed.held}/edit`;
  const page = (await first.get(path)).text;
  const change = (reader: Reader, title: string, html: string) =>
    reader.submit(path, { ...fieldsIn(html, "content"), title });
  await db
    .updateTable("reviews")
    .set({ version: 2, fields: JSON.stringify({ title: "作者刚改的标题", content: "作者刚改的正文" }) })
    .where("id", "=", world.seed.held)
    .execute();
  const stale = await first.submit(path, { ...fieldsIn(page, "content"), title: "一位同事改的标题" });
  expect(stale.status).toBe(409);
  expect(stale.text).toContain("作者刚改的正文");
  expect(toldIn(stale.text)).toEqual(["标题", "正文"]);
  expect(stale.text).toContain('value="一位同事改的标题"');

  expect((await change(first, "一位同事改的标题", stale.text)).location).not.toBeNull();
  const late = await change(second, "另一位同事改的标题", stale.text);
  expect([late.status, late.location]).toEqual([409, null]);
  expect(late.text).toContain('value="另一位同事改的标题"');
  expect(late.text).toContain("它不等你来处理了");
});
