import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createShortIds } from "#runtime/short-ids";
import { createTestUpstream, type TestUpstream } from "#tests/upstream/support/harness";
import { openExport } from "#upstream/import/exports/open-export";
import { importExport } from "#upstream/import/import-export";
import type { ImportOptions, ImportReport } from "#upstream/import/import-options";
import { linkEntries } from "#upstream/import/link-entries";
import { LINK_TO_FILE } from "#upstream/import/linked-files";
import { dump, extensions, wxr } from "./exports-of-others";
import { temporaryFolders } from "./temporary-folders";

let upstream: TestUpstream;
const folderOf = temporaryFolders();

beforeAll(async () => {
  upstream = await createTestUpstream({ clock: () => new Date("2026-11-20T08:00:00Z") });
});
afterAll(() => upstream.close());

async function run(path: string, options?: ImportOptions): Promise<ImportReport> {
  const from = await openExport(path);
  if (!from) throw new Error("no export");
  return importExport(upstream.services, from, options);
}

/** An imported text by its key: its Markdown and HTML with the keys of the texts that they link to, and its path here. */
async function imported(source: string) {
  const { db, config } = upstream.services;
  const { encode } = createShortIds(config.shortIdSalt);
  const rows = await db.selectFrom("imports").selectAll().execute();
  const paths = new Map<string, string>();
  let shown = { content: "", content_html: "" };
  for (const { source: key, kind, item_id } of rows) {
    if (kind === "comment") continue;
    const row =
      kind === "answer"
        ? await db.selectFrom("answers").selectAll().where("id", "=", item_id).executeTakeFirstOrThrow()
        : await db
            .selectFrom(kind === "article" ? "articles" : "questions")
            .selectAll()
            .where("id", "=", item_id)
            .executeTakeFirstOrThrow();
    const path =
      "question_id" in row
        ? `/question/${encode(row.question_id)}?aid=${encode(item_id)}`
        : `/${kind}/${encode(item_id)}`;
    paths.set(path, key.slice(key.indexOf("/") + 1));
    if (key === source) shown = row;
  }
  const named = (text: string) =>
    text.replace(/(?<=[("])\/(?:article|question)\/[^\s")#]+/g, (path) => `→${paths.get(path) ?? path}`);
  return { content: named(shown.content), html: named(shown.content_html) };
}

test("links between texts of WordPress lead to their pages here", async () => {
  const body = [
    "看<a href='https://old.example/2021/03/hou-lai/'>后来的</a>，还有<a href='http://www.old.example/?p=2#comment-9'>它</a>",
    "<a href='/2021/03/hou-lai'>相对的</a>，<a href='https://other.example/2021/03/hou-lai/'>别的站</a>",
    "<a href='https://old.example/mimi'>有密码的</a>，<a href='/wp-content/a.zip'>附件</a>",
    "https://old.example/2021/03/hou-lai/",
  ].join("\n\n");
  const items = [
    { id: 1, title: "先写的", body, path: "/2021/03/xian-xie/" },
    {
      id: 2,
      title: "后来的",
      body: "<a href='https://old.example/2021/03/xian-xie/'>回去</a>",
      path: "/2021/03/hou-lai/",
    },
    { id: 3, title: "有密码的", body: "秘密", path: "/mimi", password: "x" },
  ];
  const file = join(folderOf({ "w.xml": wxr(items) }), "w.xml");
  expect(await run(file)).toMatchObject({ imported: 2, bad: [] });
  const { content, html } = await imported("wordpress-old.example/post-1");
  expect(content).toBe(
    [
      "看[后来的](→post-2)，还有[它](→post-2)",
      "[相对的](→post-2)，[别的站](https://other.example/2021/03/hou-lai/)",
      "[有密码的](https://old.example/mimi)，[附件](https://old.example/wp-content/a.zip)",
      "[后来的](→post-2)",
    ].join("\n\n"),
  );
  expect(html).toContain('<a href="→post-2">后来的</a>');
  expect((await imported("wordpress-old.example/post-2")).content).toBe("[回去](→post-1)");
  expect(await run(file)).toMatchObject({ imported: 0, unchanged: 2, bad: [] });
});

const posts = (raws: Record<string, string>) =>
  dump({
    categories: { columns: ["id", "name", "read_restricted"], rows: [[1, "公开", "f"]] },
    posts: {
      columns: ["id", "user_id", "topic_id", "post_number", "raw", "created_at", "reply_to_post_number", "post_type"],
      rows: Object.entries(raws).map(([place, raw]) => {
        const [topic = 0, number = 0, to = null] = place.split("/").map(Number);
        return [topic * 10 + number, 1, topic, number, raw, "2022-05-06 07:08:09", to, 1];
      }),
    },
    topic_links: {
      columns: ["id", "url", "domain", "internal"],
      rows: [
        [1, "https://bbs.example/t/a/2", "bbs.example", "t"],
        [2, "https://other.example/t/a/2", "other.example", "f"],
        [3, "/t/a/2", "", "t"],
      ],
    },
    topics: {
      columns: ["id", "title", "user_id", "category_id", "archetype", "visible"],
      rows: [
        [1, "第一个主题", 1, 1, "regular", "t"],
        [2, "第二个[主题]", 1, 1, "regular", "t"],
        [3, "没有列出的", 1, 1, "regular", "f"],
      ],
    },
    users: { columns: ["id", "username", "name"], rows: [[1, "lin", "林"]] },
  });

test("links between posts of Discourse lead to questions, answers, and the texts of comments here", async () => {
  const folder = folderOf({
    "dump.sql.gz": posts({
      "1/1": [
        "[二](/t/er/2) [二的回答](https://bbs.example/t/er/2/2?u=lin) [回答的评论](/t/er/2/3) [没有的楼](/t/2/99)",
        "见 https://bbs.example/t/er/2。也见<https://bbs.example/t/2>，`https://bbs.example/t/er/2`",
        "[别的站](https://other.example/t/er/2) [没有列出](/t/x/3) [用户](/u/lin)",
        "```\n[二](/t/er/2)\n```",
      ].join("\n\n"),
      "2/1": "[一](/t/yi/1)",
      "2/2": "回答里有代码\n\n```\na\n```",
      "2/3/2": "评论",
      "3/1": "没有列出",
    }),
  });
  const report = await run(folder);
  expect(report).toMatchObject({ imported: 4, bad: [] });
  expect(report.told.map(({ reason }) => reason)).toEqual(["不在列表里公开，未导入"]);
  const { content } = await imported("discourse-forum/post-11");
  expect(content).toBe(
    [
      "[二](→post-21) [二的回答](→post-22) [回答的评论](→post-22) [没有的楼](→post-21)",
      "见 [第二个\\[主题\\]](→post-21)。也见[第二个\\[主题\\]](→post-21)，`https://bbs.example/t/er/2`",
      "[别的站](https://other.example/t/er/2) [没有列出](<https://bbs.example/t/x/3>) [用户](<https://bbs.example/u/lin>)",
      "```\n[二](/t/er/2)\n```",
    ].join("\n\n"),
  );
  expect((await imported("discourse-forum/post-21")).content).toBe("[一](→post-11)");
});

test("links between texts of Halo lead to their pages here", async () => {
  const post = (title: string, slug: string, status: object) => ({
    spec: { title, slug, baseSnapshot: slug, releaseSnapshot: slug, publish: true, visible: "PUBLIC", owner: "admin" },
    status,
  });
  const written = (rawPatch: string) => ({ spec: { rawType: "markdown", rawPatch } });
  const folder = folderOf({
    "extensions.data": extensions({
      "configmaps/system": { data: { basic: '{"title":"博客","externalUrl":"https://halo.example"}' } },
      "content.halo.run/posts/p1": post("甲", "jia", { permalink: "/archives/jia" }),
      "content.halo.run/posts/p2": post("乙", "yi", {}),
      "content.halo.run/snapshots/jia": written("[乙](/archives/yi) https://halo.example/archives/yi#小节"),
      "content.halo.run/snapshots/yi": written(
        "## 小节\n\n[甲](https://halo.example/archives/jia/) [外](https://b.example/archives/jia)",
      ),
    }),
  });
  expect(await run(folder)).toMatchObject({ imported: 2, bad: [] });
  expect((await imported("halo/post-p1")).content).toBe("[乙](→post-p2) [乙](→post-p2#h-1)");
  expect((await imported("halo/post-p2")).content).toBe(
    "## 小节\n\n[甲](→post-p1) [外](https://b.example/archives/jia)",
  );
});

test("paths of an old site whose host is unknown become plain words", async () => {
  const post = {
    title: "甲",
    baseSnapshot: "s",
    releaseSnapshot: "s",
    publish: true,
    visible: "PUBLIC",
    owner: "admin",
  };
  const html = '<p><a href="/archives/x">没有的</a> <a href="/archives/p1">自己</a></p>';
  const folder = folderOf({
    "extensions.data": extensions({
      "content.halo.run/posts/p1": { spec: { ...post, slug: "p1" } },
      "content.halo.run/snapshots/s": { spec: { rawType: "HTML", rawPatch: html, contentPatch: html } },
    }),
  });
  const upstream = await createTestUpstream();
  const from = await openExport(folder);
  if (!from) throw new Error("no export");
  expect((await importExport(upstream.services, from)).told.map(({ reason }) => reason)).toEqual([
    "链接的页面没有导入，只留下文字：/archives/x",
  ]);
  const { content } = await upstream.services.db.selectFrom("articles").select("content").executeTakeFirstOrThrow();
  expect(content).toMatch(/^没有的 \[自己\]\(\/article\/\w+\)$/);
  await upstream.close();
});

test.each(["https://a.example/", "<https://a.example/", "[https://a.example", "](https://", "https:////////"])(
  "a text with many %s is processed quickly",
  (part) => {
    const before = process.cpuUsage();
    const from = { base: null, linkedAt: () => null };
    linkEntries(part.repeat(100_000 / part.length), { from, nameOf: String, tell: () => {} });
    expect(process.cpuUsage(before).user).toBeLessThan(1_000_000);
  },
);

test("bare URLs within links, definitions and HTML are left alone", () => {
  const from = { base: null, linkedAt: () => ({ key: "k", title: "题" }) };
  const linked = (text: string) => linkEntries(text, { from, nameOf: String, tell: () => {} });
  const kept = ['<a href="https://a.example/x">', "`https://a.example/x`"];
  for (const text of kept) expect(linked(text)).toBe(text);
  expect(linked("[a](https://a.example/x)\n\n[b]: https://a.example/x")).toMatch(
    new RegExp(`^\\[a\\]\\(${LINK_TO_FILE}[\\w-]{22}\\)\n\n\\[b\\]: ${LINK_TO_FILE}[\\w-]{22}$`),
  );
});
