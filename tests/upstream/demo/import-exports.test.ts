import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { markdownOfHtml } from "#app/contract/text/html-markdown";
import { expectConsistent } from "#tests/upstream/support/consistency";
import { databaseState } from "#tests/upstream/support/database-state";
import { createTestUpstream, type TestUpstream } from "#tests/upstream/support/harness";
import { discourseMarkdown } from "#upstream/import/exports/discourse-raw";
import { BadExport } from "#upstream/import/exports/entry";
import { readJsonArray } from "#upstream/import/exports/json-array";
import { openExport } from "#upstream/import/exports/open-export";
import { parseHtml } from "#upstream/import/exports/parse-html";
import { importExport } from "#upstream/import/import-export";
import type { ImportOptions } from "#upstream/import/import-options";
import { isUnclaimed } from "#upstream/modules/handover/links";
import { dump, extensions, wxr } from "./exports-of-others";
import { temporaryFolders } from "./temporary-folders";

const NOW = new Date("2026-11-20T08:00:00Z");
let upstream: TestUpstream;
const folderOf = temporaryFolders();

beforeAll(async () => {
  upstream = await createTestUpstream({ clock: () => NOW });
});
afterAll(async () => {
  await expectConsistent(upstream.services.db);
  await upstream.close();
});

async function run(path: string, options?: ImportOptions) {
  const from = await openExport(path);
  if (!from) throw new Error("no export");
  return importExport(upstream.services, from, options);
}

/** The item here with a key of an export. */
const itemOf = async (source: string) =>
  (await upstream.services.db.selectFrom("imports").selectAll().where("source", "=", source).executeTakeFirst())
    ?.item_id ?? 0;
const article = async (source: string) =>
  upstream.services.db
    .selectFrom("articles")
    .selectAll()
    .where("id", "=", await itemOf(source))
    .executeTakeFirstOrThrow();
const comments = async (kind: "article" | "answer", source: string) =>
  upstream.services.db
    .selectFrom("comments")
    .innerJoin("users", "users.id", "comments.author_id")
    .select(["comments.id", "text", "nickname", "reply_to_id", "comments.created_at"])
    .where("target_kind", "=", kind)
    .where("target_id", "=", await itemOf(source))
    .orderBy("comments.id")
    .execute();

test.each([
  [
    "a table whose cells hold its sign",
    "<table><tr><th>a|b</th></tr><tr><td>c</td></tr></table>",
    "| a\\|b |\n| --- |\n| c |",
  ],
  ["a link with brackets", '<a href="https://a.example/C_(语言)">C</a>', "[C](<https://a.example/C_(语言)>)"],
  [
    "a task whose words are a block beside its box",
    '<ul><li><label><input type="checkbox" checked></label><div><p>做了</p></div></li><li><label><input type="checkbox"></label><div><p>没做</p><p>还有</p></div></li></ul>',
    "- [x] 做了\n- [ ] 没做\n\n  还有",
  ],
  ["a list that begins later", '<ol start="3"><li>丙</li><li>丁</li></ol>', "3. 丙\n4. 丁"],
  [
    "formulas, beside their glyphs or as pictures",
    '<p>甲<span class="katex"><span class="katex-mathml"><math><mi>a</mi><annotation encoding="application/x-tex">a_1^2</annotation></math></span><span class="katex-html">a12</span></span>乙<img eeimg="1" src="https://a.example/e" alt="\\frac{1}{2}"></p><span class="ztext-math" data-tex="b\\\\"><svg></svg></span><math display="block"><annotation encoding="application/x-tex">c</annotation></math>',
    "甲$a_1^2$乙$\\frac{1}{2}$\n\n$$b$$$$c$$",
  ],
  [
    "lists of Word, whose marks are text",
    `<p class=MsoListParagraph style='mso-list:l0 level1 lfo1'><span lang=EN-US><span style='mso-list:Ignore'>l<span>&nbsp; </span></span></span>甲</p>
<p style='mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>l</span><b>乙</b></p>
<p style='mso-list:l1 level1 lfo2'><span style='mso-list:Ignore'>2.</span>丙</p><p style='mso-list:l1 level2 lfo2'><span style='mso-list:Ignore'>a)</span>丁</p><p style='mso-list:l1 level1 lfo2'><span style='mso-list:Ignore'>3.</span>戊</p><p>己</p>`,
    "- 甲\n- **乙**\n\n2. 丙\n   1. 丁\n3. 戊\n\n己",
  ],
  [
    "a whole text in a cancelled emphasis",
    '<b style="font-weight:normal"><span>甲</span></b><em style="font-weight:400">乙</em>',
    "甲*乙*",
  ],
  ["a link without a scheme", '<a href="//a.example/b">甲</a>', "[甲](https://a.example/b)"],
  ["paragraphs of a list", "<ul><li><p>甲</p><p>乙</p><ol><li>丙</li></ol></li></ul>", "- 甲\n\n  乙\n  1. 丙"],
])("HTML becomes Markdown that looks the same: %s", (_, html, markdown) => {
  expect(markdownOfHtml(parseHtml(html), () => null)).toBe(markdown);
});

test.each([
  "<p>空格写作 &amp;nbsp; 或 &amp;#160;，换行写作 &amp;lt;br&amp;gt;，A&amp;B</p>",
  '<p>见<a href="https://a.example/b">a] b</a>和<a href="https://a.example/b">[草稿 <em>甲</em></a></p>',
  '<p><a href="https://a.example/b">f[0] 与 [a] b]</a></p>',
  "<p>f[0] &amp; x[i]</p>",
])("HTML that became Markdown is the same when rendered: %s", async (html) => {
  const source = markdownOfHtml(parseHtml(html), () => null);
  const rendered = (await upstream.services.markdown.render(source)).html;
  expect(rendered.replace(/<a [^>]*>/g, '<a href="https://a.example/b">').trim()).toBe(html);
});

test.each([
  ["`a[i][quote]` 与 a[i]", "`a[i][quote]` 与 a[i]"],
  ["![b|690x388](https://a.example/b.png) [b]粗[i]斜[/i][/b]", "![b](https://a.example/b.png) 粗斜"],
  ["[code]\nx[i]\ny\n[/code]", "```\nx[i]\ny\n```"],
  [
    "[url=https://a.example/]链[/url] [img]https://a.example/b.png[/img]",
    "[链](<https://a.example/>) ![](<https://a.example/b.png>)",
  ],
  [
    '[poll type=regular results=always]\n* 甲\n* 乙\n[/poll]\n[date=2023-05-01 time=10:00:00 timezone="Asia/Shanghai"]',
    "* 甲\n* 乙\n\n2023-05-01 10:00",
  ],
  ["[资料.pdf|attachment](upload://47.pdf) (1.2 MB)", "资料.pdf (1.2 MB)"],
  [
    ':smile: 好:+1:t3: `:heart:` 10:100:5 https://a.example/:smile:x :own_cat: [quote="li.si, post:2"]\n:slight_smile:\n[/quote]\n@Li.Si 与 @nobody、a@li.si、`@li.si`',
    "😄 好👍 `:heart:` 10:100:5 https://a.example/:smile:x :own_cat: \n\n> **李四**：\n>\n> 🙂\n\n@李四 与 @nobody、a@li.si、`@li.si`",
  ],
  [
    '[quote="林, post:1"]\n看\n\n```js\na[i] = 1\n\nb\n```\n[/quote]',
    "> **林**：\n>\n> 看\n>\n> ```js\n> a[i] = 1\n> \n> b\n> ```",
  ],
])("Discourse's own marks become Markdown, except in code: %s", (raw, markdown) => {
  const shownName = (login: string) => (login.toLowerCase() === "li.si" ? "李四" : null);
  expect(discourseMarkdown(raw, shownName).trim()).toBe(markdown);
});

test("a post of nothing but backticks is processed quickly", () => {
  const before = process.cpuUsage();
  expect(discourseMarkdown("`".repeat(100_000), () => null)).toHaveLength(100_000);
  expect(process.cpuUsage(before).user).toBeLessThan(1_000_000);
});

describe("WordPress", () => {
  const TYPED = `第一段，<strong>重要</strong>。
第二行

[caption id="a" width="600"]<img src="/wp-content/uploads/a.png" alt="图" /> 图的话[/caption]

[code lang="js"]if (a < b) { run(); }[/code]

<ul>
<li>一</li>
<li>二</li>
</ul>
[gallery ids="1,2"]`;
  const BLOCKS = `<!-- wp:heading -->
<h2>小标题</h2>
<!-- /wp:heading -->

<!-- wp:paragraph -->
<p>1. 不是列表 <a href="https://a.example/">链接</a></p>
<!-- /wp:paragraph -->

<!-- wp:code -->
<pre class="wp-block-code"><code class="language-python">print("a &lt; b")</code></pre>
<!-- /wp:code -->`;
  const file = (name = "wordpress.xml") =>
    join(
      folderOf({
        [name]: wxr([
          {
            id: 1,
            title: "手写的 HTML",
            body: TYPED,
            terms: [
              ["category", "未分类"],
              ["category", "随笔"],
              ["post_tag", "编译"],
            ],
            comments: [
              { id: 11, author: "旧站的林", user: 1, text: "作者自己说的" },
              { id: 12, author: "路人", text: "说得好 <a href='https://b.example/'>看这里</a>", parent: 11 },
              { id: 13, author: "垃圾", text: "买药", approved: "spam" },
              { id: 14, author: "别的站", text: "提到了", type: "pingback" },
            ],
          },
          { id: 2, title: "块编辑器写的", body: BLOCKS },
          { id: 3, title: "草稿", body: "x", status: "draft" },
          { id: 4, title: "关于", body: "x", type: "page" },
          { id: 5, title: "有密码的", body: "x", password: "secret" },
          { id: 6, title: "菜单", body: "", type: "nav_menu_item" },
          { id: 7, title: "怎么入门编译器？", body: "问题正文", type: "dwqa-question" },
          { id: 8, title: "", body: "<p>回答正文</p>", type: "dwqa-answer", parent: 7 },
          { id: 9, title: "", body: "没有问题的回答", type: "dwqa-answer", parent: 99 },
        ]),
      }),
      name,
    );

  test("imports texts, questions with answers, and comments; reports what it leaves out and where", async () => {
    const report = await run(file(), { createClassifications: true });
    expect(report).toMatchObject({ imported: 6, unchanged: 0, stopped: false });
    expect(report.bad).toEqual([{ file: expect.stringMatching(/^第 \d+ 行$/), reason: "它所在的文章或问题没有导入" }]);
    expect(report.told.map(({ reason }) => reason)).toEqual([
      "是草稿，未导入",
      "是独立页面，未导入（可在后台“单页”里重建）",
      "有密码，未导入",
      '不认识的短代码，原样留下：[gallery ids="1,2"]',
    ]);
    const typed = await article("wordpress-old.example/post-1");
    expect(typed).toMatchObject({ title: "手写的 HTML", created_at: "2021-03-04T09:30:00.000Z" });
    expect(typed.content).toBe(
      '第一段，**重要**。\n第二行\n\n![图](https://old.example/wp-content/uploads/a.png) 图的话\n\n```js\nif (a < b) { run(); }\n```\n\n- 一\n- 二\n\n[gallery ids="1,2"]',
    );
    expect((await article("wordpress-old.example/post-2")).content).toBe(
      '## 小标题\n\n1\\. 不是列表 [链接](https://a.example/)\n\n```python\nprint("a < b")\n```',
    );
    const [own, guest, ...others] = await comments("article", "wordpress-old.example/post-1");
    expect(own).toMatchObject({ text: "作者自己说的", nickname: "旧站的林" });
    expect(guest).toMatchObject({
      text: "说得好 看这里（https://b.example/）",
      nickname: "路人（访客）",
      reply_to_id: own?.id,
    });
    expect(others).toEqual([]);
    const answer = await upstream.services.db
      .selectFrom("answers")
      .selectAll()
      .where("id", "=", await itemOf("wordpress-old.example/post-8"))
      .executeTakeFirstOrThrow();
    expect(answer).toMatchObject({ content: "回答正文", question_id: await itemOf("wordpress-old.example/post-7") });
    expect(await isUnclaimed(upstream.services.db, typed.author_id)).toBe(true);
  });

  test("a text without a title is named by its beginning, and reported", async () => {
    const body = `<p>${"只有一句话".repeat(10)}</p><p>另一段</p>[gallery ids="1"]`;
    const untitled = folderOf({ "untitled.xml": wxr([{ id: 41, title: "", body }]) });
    const { imported, bad, told } = await run(join(untitled, "untitled.xml"));
    const title = `${"只有一句话".repeat(6).slice(0, 29)}…`;
    expect([imported, bad]).toEqual([1, []]);
    expect(told.map(({ reason }) => reason)).toEqual([
      '不认识的短代码，原样留下：[gallery ids="1"]',
      `没有标题，用了开头的字：${title}`,
    ]);
    expect((await article("wordpress-old.example/post-41")).title).toBe(title);
  });

  test("run again, also from a renamed file, changes nothing", async () => {
    const again = file("later.xml");
    const before = await databaseState(upstream.services.db);
    expect(await run(again)).toMatchObject({ imported: 0, unchanged: 6 });
    expect(await databaseState(upstream.services.db)).toEqual(before);
  });

  test("a dry run reports the same and writes nothing", async () => {
    const folder = folderOf({
      "w.xml": wxr([
        { id: 20, title: "新的一篇", body: "正文", comments: [{ id: 21, author: "路人", text: "评论" }] },
        { id: 22, title: "一个问题？", body: "", type: "question" },
        { id: 23, title: "", body: "它的回答", type: "answer", parent: 22 },
      ]),
    });
    const before = await databaseState(upstream.services.db);
    expect(await run(join(folder, "w.xml"), { dryRun: true })).toMatchObject({ imported: 4, bad: [] });
    expect(await databaseState(upstream.services.db)).toEqual(before);
  });

  test("of a truncated file the complete texts are imported, and the line is reported", async () => {
    const whole = wxr([
      { id: 31, title: "完整的一篇", body: "正文" },
      { id: 32, title: "断在这里", body: "正文" },
    ]);
    const folder = folderOf({ "cut.xml": whole.slice(0, whole.indexOf("断在这里") + 2) });
    const report = await run(join(folder, "cut.xml"));
    expect(report.imported).toBe(1);
    expect(report.bad).toEqual([
      { file: "wordpress-old.example", reason: expect.stringMatching(/^文件不完整：到第 \d+ 行就断了/) },
    ]);
  });

  test("another XML file is refused", async () => {
    const folder = folderOf({ "feed.xml": "<rss><channel><item><title>x</title></item></channel></rss>" });
    await expect(openExport(join(folder, "feed.xml"))).rejects.toThrow(BadExport);
  });
});

describe("Discourse", () => {
  const SHA1 = "00000000000000000000000000000000000000ff";
  const post = (
    id: number,
    topic: number,
    number: number,
    user: number,
    raw: string,
    more: { to?: number; hidden?: string; type?: number; deleted?: string } = {},
  ) =>
    [
      id,
      user,
      topic,
      number,
      raw,
      `<p>${id}</p>`,
      "2022-05-06 07:08:09.123",
      more.to ?? null,
      more.deleted ?? null,
      more.type ?? 1,
      more.hidden ?? "f",
    ] as const;
  const files = () => ({
    "dump.sql.gz": dump({
      categories: {
        columns: ["id", "name", "read_restricted"],
        rows: [
          [1, "公开", "f"],
          [2, "内部", "t"],
        ],
      },
      discourse_solved_solved_topics: { columns: ["id", "topic_id", "answer_post_id"], rows: [[1, 10, 102]] },
      posts: {
        columns: [
          "id",
          "user_id",
          "topic_id",
          "post_number",
          "raw",
          "cooked",
          "created_at",
          "reply_to_post_number",
          "deleted_at",
          "post_type",
          "hidden",
        ],
        rows: [
          // Like updated rows: after those that follow them.
          post(103, 10, 3, 1, "谢谢，解决了", { to: 2 }),
          post(
            102,
            10,
            2,
            2,
            '[quote="lin, post:1, topic:10"]\n怎么办\n[/quote]\n\n这样做：\n\n```sh\n[quote]不动[/quote]\n```',
          ),
          post(101, 10, 1, 1, "遇到了\t问题\\n\n\n![图|690x388](upload://47.png)"),
          post(104, 10, 4, 2, "不客气", { to: 3 }),
          post(105, 10, 5, 2, "系统消息", { type: 3 }),
          post(106, 10, 6, 2, "删掉的", { deleted: "2022-05-07 00:00:00" }),
          post(107, 10, 7, 2, "藏起来的", { hidden: "t" }),
          post(201, 20, 1, 1, "内部的事"),
          post(301, 30, 1, 1, "私信"),
        ],
      },
      site_settings: { columns: ["id", "name", "data_type", "value"], rows: [[1, "title", 1, "旧论坛"]] },
      tags: { columns: ["id", "name"], rows: [[5, "求助"]] },
      topic_tags: { columns: ["id", "topic_id", "tag_id"], rows: [[1, 10, 5]] },
      topics: {
        columns: ["id", "title", "created_at", "user_id", "category_id", "archetype", "deleted_at", "visible"],
        rows: [
          [10, "升级以后打不开", "2022-05-06 07:08:09", 1, 1, "regular", null, "t"],
          [20, "内部讨论", "2022-05-06 07:08:09", 1, 2, "regular", null, "t"],
          [30, "私信的标题", "2022-05-06 07:08:09", 1, null, "private_message", null, "t"],
        ],
      },
      users: {
        columns: ["id", "username", "name", "created_at"],
        rows: [
          [-1, "system", "system", "2020-01-01 00:00:00"],
          [1, "asker", "论坛的提问者", "2020-02-03 04:05:06"],
          [2, "helper", "", "2020-02-03 04:05:06"],
        ],
      },
    }),
  });

  test("imports public topics as questions, replies as answers and comments, pictures and the solution", async () => {
    const picture = await sharp({ create: { width: 600, height: 300, channels: 3, background: "#369" } })
      .png()
      .toBuffer();
    const report = await run(folderOf({ ...files(), [`uploads/default/original/1X/${SHA1}.png`]: picture }));
    expect(report).toMatchObject({ imported: 4, bad: [] });
    expect(report.told.map(({ reason }) => reason)).toEqual(["在不公开的类别里，未导入"]);
    const question = await upstream.services.db
      .selectFrom("questions")
      .innerJoin("users", "users.id", "questions.author_id")
      .select(["title", "content", "nickname", "users.created_at", "accepted_answer_id"])
      .where("questions.id", "=", await itemOf("discourse-旧论坛/post-101"))
      .executeTakeFirstOrThrow();
    expect(question).toMatchObject({
      title: "升级以后打不开",
      nickname: "论坛的提问者",
      created_at: "2020-02-03T04:05:06.000Z",
      content: expect.stringMatching(/^遇到了\t问题\\n\n\n!\[图\]\(\/oss\/content\/import\//),
      accepted_answer_id: await itemOf("discourse-旧论坛/post-102"),
    });
    const answer = await upstream.services.db
      .selectFrom("answers")
      .select("content")
      .where("id", "=", question.accepted_answer_id ?? 0)
      .executeTakeFirstOrThrow();
    expect(answer.content).toBe("> **lin**：\n>\n> 怎么办\n\n这样做：\n\n```sh\n[quote]不动[/quote]\n```");
    const [first, second, ...others] = await comments("answer", "discourse-旧论坛/post-102");
    expect(first).toMatchObject({
      text: "谢谢，解决了",
      nickname: "论坛的提问者",
      created_at: "2022-05-06T07:08:09.123Z",
    });
    expect(second).toMatchObject({ text: "不客气", nickname: "helper", reply_to_id: first?.id });
    expect(others).toEqual([]);
  });

  test("run again changes nothing", async () => {
    expect(await run(folderOf(files()))).toMatchObject({ imported: 0, unchanged: 4 });
  });

  test("a truncated dump is reported with its place", async () => {
    const cut = files()["dump.sql.gz"].subarray(0, 300);
    await expect(openExport(folderOf({ "dump.sql.gz": cut }))).rejects.toThrow(/^备份不完整：到第 \d+ 行就断了/);
  });
});

describe("Halo", () => {
  const patch = (position: number, from: string[], to: string[]) =>
    JSON.stringify([
      {
        source: { position, lines: from, changePosition: null },
        target: { position, lines: to, changePosition: null },
        type: "CHANGE",
      },
    ]);
  const said = (content: string, owner: object, more: object = {}) => ({
    spec: {
      raw: content,
      content,
      owner,
      approved: true,
      hidden: false,
      creationTime: "2023-02-03T04:05:06Z",
      ...more,
    },
  });
  const guest = { kind: "Email", name: "a@b.example", displayName: "来客" };
  const published = {
    publish: true,
    deleted: false,
    visible: "PUBLIC",
    publishTime: "2023-01-02T03:04:05.678Z",
    owner: "admin",
  };
  const files = () => ({
    "extensions.data": extensions({
      "content.halo.run/categories/c1": { spec: { displayName: "随笔" } },
      "content.halo.run/comments/m1": said("<p>第一条</p>", guest, { subjectRef: { kind: "Post", name: "p1" } }),
      "content.halo.run/comments/m2": said("待审的", guest, {
        subjectRef: { kind: "Post", name: "p1" },
        approved: false,
      }),
      "content.halo.run/comments/m3": said("独立页面的", guest, { subjectRef: { kind: "SinglePage", name: "s1" } }),
      "content.halo.run/posts/p1": {
        spec: {
          title: "Halo 写的",
          baseSnapshot: "s1",
          releaseSnapshot: "s2",
          tags: ["t1"],
          categories: ["c1"],
          ...published,
        },
      },
      "content.halo.run/posts/p2": {
        spec: { title: "富文本写的", baseSnapshot: "s3", releaseSnapshot: "s3", ...published },
      },
      "content.halo.run/posts/p3": { spec: { title: "没发布", publish: false } },
      "content.halo.run/posts/p4": {
        spec: { title: "私密的", baseSnapshot: "s3", releaseSnapshot: "s3", ...published, visible: "PRIVATE" },
      },
      "content.halo.run/replies/r1": said("回复一", { kind: "User", name: "admin" }, { commentName: "m1" }),
      "content.halo.run/replies/r2": said("回复二", guest, { commentName: "m1", quoteReply: "r1" }),
      "content.halo.run/snapshots/s1": {
        spec: { rawType: "markdown", rawPatch: "一行\n旧的一行\n末行", contentPatch: "<p>旧</p>" },
      },
      "content.halo.run/snapshots/s2": {
        spec: {
          rawType: "markdown",
          rawPatch: patch(1, ["旧的一行"], ['新的 {括号} "引号"', "", "再一行"]),
          contentPatch: patch(0, ["<p>旧</p>"], ["<p>新</p>"]),
        },
      },
      "content.halo.run/snapshots/s3": {
        spec: {
          rawType: "HTML",
          rawPatch: "<p>富<strong>文本</strong></p>",
          contentPatch: "<p>富<strong>文本</strong></p>",
        },
      },
      "content.halo.run/tags/t1": { spec: { displayName: "博客" } },
      "users/admin": { spec: { displayName: "Halo 站长" }, metadata: { creationTimestamp: "2022-01-01T00:00:00Z" } },
    }),
  });

  test("imports published texts, assembled from their versions, with comments and replies", async () => {
    const report = await run(folderOf(files()), { createClassifications: true });
    expect(report).toMatchObject({ imported: 5, bad: [] });
    expect(report.told.map(({ reason }) => reason)).toEqual(["是草稿，未导入", "不是公开的，未导入"]);
    expect(await article("halo/post-p1")).toMatchObject({
      title: "Halo 写的",
      created_at: "2023-01-02T03:04:05.678Z",
      content: '一行\n新的 {括号} "引号"\n\n再一行\n末行',
    });
    expect((await article("halo/post-p2")).content).toBe("富**文本**");
    const [first, second, third, ...others] = await comments("article", "halo/post-p1");
    expect(first).toMatchObject({ text: "第一条", nickname: "来客（访客）", reply_to_id: null });
    expect(second).toMatchObject({ text: "回复一", nickname: "Halo 站长", reply_to_id: first?.id });
    expect(third).toMatchObject({ text: "回复二", reply_to_id: second?.id });
    expect(others).toEqual([]);
  });

  test("run again changes nothing", async () => {
    expect(await run(folderOf(files()))).toMatchObject({ imported: 0, unchanged: 5 });
  });

  test("a store is read object by object, wherever the chunks of its file end", async () => {
    const items = Array.from({ length: 40 }, (_, n) => ({ name: `"}{\\${n}`, data: "甲".repeat(10_000) }));
    const folder = folderOf({ "a.json": JSON.stringify(items), "b.json": JSON.stringify(items).slice(0, -20) });
    const read: unknown[] = [];
    for await (const { value } of readJsonArray(join(folder, "a.json"))) read.push(value);
    expect(read).toEqual(items);
    const cut = async () => {
      for await (const _ of readJsonArray(join(folder, "b.json")));
    };
    await expect(cut()).rejects.toThrow("第 40 条没有写完");
  });
});
