import { chmodSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { answerApi } from "#app/contract/content/answer";
import { articleApi } from "#app/contract/content/article";
import { questionApi } from "#app/contract/content/question";
import { endIfHung } from "#tests/runner/end-if-hung";
import { expectConsistent } from "#tests/upstream/support/consistency";
import { databaseState } from "#tests/upstream/support/database-state";
import { createTestUpstream, type TestUpstream } from "#tests/upstream/support/harness";
import { createWriter, type Writer } from "#tests/upstream/support/writer";
import { dropComments } from "#upstream/import/html-comments";
import { importFolder } from "#upstream/import/import-folder";
import type { ImportOptions } from "#upstream/import/import-options";
import { createClassification } from "#upstream/modules/classification/write";
import { temporaryFolders } from "./temporary-folders";

/** Characters, far more than a text may have. */
const LONG = 1_000_000;
const NOW = new Date("2026-11-20T08:00:00Z");

let upstream: TestUpstream;
let write: Writer;
const folderOf = temporaryFolders();

beforeAll(async () => {
  upstream = await createTestUpstream({ clock: () => NOW });
  write = createWriter(upstream);
  await write.inside((trx) =>
    createClassification(trx, { kind: "article", slug: "engineering", name: "技术", position: 0 }),
  );
});
afterAll(async () => {
  await expectConsistent(upstream.services.db);
  await upstream.close();
});

const run = (folder: string, options?: ImportOptions) => importFolder(upstream.services, folder, options);
const file = (fields: Record<string, string>, body = "正文。") =>
  `---\n${Object.entries(fields)
    .map(([name, value]) => `${name}: ${value}\n`)
    .join("")}---\n\n${body}\n`;
const article = (fields: Record<string, string> = {}, body?: string) =>
  file({ kind: "article", title: "从零写一个编译器", author: "林知远", ...fields }, body);
const picture = (width: number, background = "#336699") =>
  sharp({ create: { width, height: 300, channels: 3, background } })
    .png()
    .toBuffer();

async function onlyReason(content: string | Buffer): Promise<string> {
  const { imported, bad } = await run(folderOf({ "a.md": content }));
  expect(imported).toBe(0);
  expect(bad.map((one) => one.file)).toEqual(["a.md"]);
  return bad[0]?.reason ?? "";
}

/** The last imported article, from the API. */
async function lastArticle() {
  const { id } = await upstream.services.db
    .selectFrom("imports")
    .select("item_id as id")
    .where("kind", "=", "article")
    .orderBy("item_id", "desc")
    .executeTakeFirstOrThrow();
  return upstream.call(articleApi.get, { params: { id } });
}

async function importedArticle(body: string, extra: Record<string, string | Buffer> = {}) {
  const report = await run(folderOf({ "post/a.md": article({}, body), ...extra }));
  expect(report.bad).toEqual([]);
  return lastArticle();
}

test.each([
  ["of years ago are no notifications", "2020-05-01T08:00:00+08:00", 0],
  ["of the last day are", "2026-11-20T09:00:00+08:00", 1],
])("answers %s", async (_, createdAt, count) => {
  const title = `${createdAt} 的问题，有人回答了吗？`;
  const report = await run(
    folderOf({
      "question.md": file({ kind: "question", title, author: "提问的人", createdAt }),
      "answer.md": file({ kind: "answer", question: title, author: "回答的人", createdAt }),
    }),
  );
  expect(report).toMatchObject({ imported: 2, bad: [] });
  const asker = upstream.services.db.selectFrom("users").select("id").where("nickname", "=", "提问的人");
  const news = await upstream.services.db.selectFrom("news").selectAll().where("user_id", "=", asker).execute();
  expect(news).toHaveLength(count);
});

describe("a file of each kind", () => {
  test("an article with all its fields", async () => {
    const text = article({
      title: "零停机迁移实录",
      classification: "技术",
      tags: "[数据库, SQL]",
      createdAt: "2024-05-01T08:00:00+08:00",
      layout: "post",
    });
    expect(await run(folderOf({ "a.md": text }))).toMatchObject({
      imported: 1,
      unchanged: 0,
      bad: [],
      told: [],
      stopped: false,
    });
    expect(await lastArticle()).toMatchObject({
      title: "零停机迁移实录",
      classification: { name: "技术" },
      tags: ["数据库", "SQL"],
      createdAt: "2024-05-01T00:00:00.000Z",
      author: { nickname: "林知远" },
    });
  });

  test("a question, and answers that refer to it by title, by a relative path and by a path in the folder", async () => {
    const answer = (question: string, author: string) => file({ kind: "answer", question, author }, `${author}答。`);
    const folder = folderOf({
      "q/index.md": file({ kind: "question", title: "编译原理怎样入门？", author: "周小雨", tags: "编译器，入门" }, ""),
      "a/1.md": answer("编译原理怎样入门？", "甲"),
      "a/2.md": answer("../q/index.md", "乙"),
      "a/3.markdown": answer("q/index.md", "丙"),
    });
    expect(await run(folder)).toMatchObject({ imported: 4, bad: [] });
    const { id } = await upstream.services.db
      .selectFrom("questions")
      .select("id")
      .where("title", "=", "编译原理怎样入门？")
      .executeTakeFirstOrThrow();
    const question = await upstream.call(questionApi.get, { params: { id } });
    expect(question).toMatchObject({ tags: ["编译器", "入门"], answerCount: 3, author: { nickname: "周小雨" } });
    const { list } = await upstream.call(answerApi.list, { query: { questionId: id } });
    expect(list.map((one) => one.author.nickname).sort()).toEqual(["丙", "乙", "甲"]);
  });

  test("an answer to a question that already exists", async () => {
    const authorId = await upstream.addUser("老住户");
    const id = await write.question({ authorId, title: "站里已有的问题？" });
    const answer = file({ kind: "answer", question: "站里已有的问题？", author: "老住户" });
    expect(await run(folderOf({ "a.md": answer }))).toMatchObject({ imported: 1, bad: [] });
    const { list } = await upstream.call(answerApi.list, { query: { questionId: id } });
    expect(list.map((one) => one.author.userId)).toEqual([authorId]);
  });

  test("people are created once, as members since the oldest text of theirs", async () => {
    const folder = folderOf({
      "a.md": article({ author: "新来的人", createdAt: "2023-03-01" }),
      "b.md": article({ author: "新来的人", createdAt: "2021-02-03 09:30" }),
    });
    await run(folder);
    const rows = await upstream.services.db
      .selectFrom("users")
      .select(["created_at", "article_count"])
      .where("nickname", "=", "新来的人")
      .execute();
    expect(rows).toEqual([{ created_at: "2021-02-03T01:30:00.000Z", article_count: 2 }]);
  });

  test.each([
    ["2024-05-01", "2024-04-30T16:00:00.000Z"],
    ["2024/5/1 9:05", "2024-05-01T01:05:00.000Z"],
    ["2024-05-01 08:00:00", "2024-05-01T00:00:00.000Z"],
    ["2024-05-01T08:00:00Z", "2024-05-01T08:00:00.000Z"],
    ['"2024-05-01T08:00:00.123+0530"', "2024-05-01T02:30:00.123Z"],
  ])("createdAt %s is %s", async (written, time) => {
    await run(folderOf({ "a.md": article({ createdAt: written }) }));
    expect((await lastArticle()).createdAt).toBe(time);
  });

  test("an article with the front matter of blog engines and without an author", async () => {
    const text = `---
title: 博客里的一篇旧文章
date: 2021-11-20 21:15:03
updated: 2021-11-21 10:00:00
categories:
  - [技术, 前端]
  - 随笔
tags:
  - 前端
  - 笔记
---
导语。

<!-- more -->

后面的话。
`;
    expect(await onlyReason(text)).toBe("缺少 author（加上 --author 昵称 会用它）");
    expect(await run(folderOf({ "b.md": text }), { author: "搬家的人" })).toMatchObject({ imported: 1, bad: [] });
    const imported = await lastArticle();
    expect(imported).toMatchObject({
      title: "博客里的一篇旧文章",
      createdAt: "2021-11-20T13:15:03.000Z",
      classification: { name: "技术" },
      tags: ["前端", "笔记"],
      author: { nickname: "搬家的人" },
    });
    expect(imported.contentHtml).not.toContain("more");
  });

  test("HTML comments are left out, except in code", async () => {
    const body = "一<!-- a\n\nb -->二 `<!-- c -->`\n\n```\n<!-- d -->\n```\n<!-- e";
    const { contentHtml } = await importedArticle(body);
    expect(contentHtml).toContain("一二");
    for (const kept of ["c", "d", "e"]) expect(contentHtml).toContain(`&lt;!-- ${kept}`);
    // Quadratic work would take hours for these.
    endIfHung(() => {
      expect(dropComments("<!--".repeat(LONG))).toHaveLength(4 * LONG);
      expect(dropComments(`<!--${"-".repeat(LONG)}`)).toHaveLength(4 + LONG);
    });
  });

  test("our own field names take precedence over a blog's", async () => {
    const fields = {
      createdAt: "2024-05-01",
      date: "2020-01-01",
      classification: "技术",
      category: "没有的",
      draft: "false",
    };
    expect(await run(folderOf({ "a.md": article(fields) }), { author: "乙" })).toMatchObject({ imported: 1, bad: [] });
    expect(await lastArticle()).toMatchObject({
      createdAt: "2024-04-30T16:00:00.000Z",
      author: { nickname: "林知远" },
    });
  });

  test("Windows line ends, a byte order mark and long titles of rare characters", async () => {
    const text = `\uFEFF${article({ title: "𠮷".repeat(100) })}`.replaceAll("\n", "\r\n");
    expect(await run(folderOf({ "a.md": text }))).toMatchObject({ imported: 1, bad: [] });
  });
});

describe("a bad file is told with its reason", () => {
  test.each([
    ["# 只有正文", "缺少 author（加上 --author 昵称 会用它）"],
    ["---\ntitle: 好\ntags: [a, b\n---\n正文", "front matter 不是有效的 YAML：第 3 行，[ 或 { 没有闭合"],
    ["---\ntitle: [\n---\n正文", /^front matter 不是有效的 YAML：第 [23] 行，/],
    [
      "---\ntitle: 好的标题\ntags:\n\t- a\n---\n正文",
      "front matter 不是有效的 YAML：第 4 行，用制表符缩进了，请改成空格",
    ],
    ["---\n- 一个列表\n---\n正文", "front matter 须为“名字: 值”的列表"],
    [article({ kind: "post" }), "kind 须为 article、question 或 answer"],
    [file({ kind: "article", author: "甲" }), "缺少 title"],
    [file({ kind: "article", title: "", author: "" }), "缺少 author（加上 --author 昵称 会用它）；缺少 title"],
    ['+++\ntitle = "Hugo 的另一种写法"\n+++\n正文', "front matter 是 TOML（+++），请改成 YAML（---）"],
    ["---\ntitle: 还没有写完的文章\nauthor: 甲\ndraft: true\n---\n正文", "是草稿，未导入"],
    ["---\ntitle: 还没有写完的文章\nauthor: 甲\npublished: false\n---\n正文", "是草稿，未导入"],
    [article({ title: "{ zh: 标题 }" }), "title 须为文字"],
    [article({ author: '" "' }), "author 不能为空"],
    [article({ createdAt: "去年" }), "createdAt 不是有效的时间（写成 2024-05-01 09:30）：去年"],
    [article({ createdAt: "2024" }), "createdAt 不是有效的时间（写成 2024-05-01 09:30）：2024"],
    [article({ date: "2024-02-30" }), "date 不是有效的时间（写成 2024-05-01 09:30）：2024-02-30"],
    [article({ createdAt: "2027-01-01" }), "createdAt 在未来：2027-01-01"],
    [article({ classification: "没有的" }), "没有这个分类：没有的（加上 --create-classifications 会新建）"],
    [article({}, ""), "没有正文"],
    [article({}, "字".repeat(100_001)), "正文超过 100000 个字"],
    [file({ kind: "answer", author: "甲" }), "缺少 question"],
    [file({ kind: "answer", author: "甲", question: "谁也没问过的" }), "找不到它回答的问题：谁也没问过的"],
    [Buffer.from([0x41, 0xff, 0xff, 0x42]), "不是文本（UTF-8、UTF-16、GB18030 都读不通）"],
    [Buffer.alloc(1024 * 1024 + 1, "字"), "文件超过 1 MB"],
  ] as [string | Buffer, string | RegExp][])("%#", async (content, reason) => {
    const given = await onlyReason(content);
    if (typeof reason === "string") expect(given).toBe(reason);
    else expect(given).toMatch(reason);
  });

  test("and the other files are imported", async () => {
    const folder = folderOf({
      "1.md": article({ title: "第一篇好文章" }),
      "2.md": "没有写是谁的",
      "深/3.md": article({ createdAt: "去年" }),
      "深/4.md": article({ title: "第四篇好文章" }),
      "说明.txt": "不是 Markdown",
      ".obsidian/x.md": "别的程序的",
      "node_modules/y/README.md": "别人的",
    });
    const report = await run(folder);
    expect(report).toMatchObject({ imported: 2, unchanged: 0 });
    expect(report.bad.map((one) => one.file)).toEqual(["2.md", "深/3.md"]);
  });

  test("no person is created for it", async () => {
    await run(folderOf({ "a.md": article({ author: "白来的", classification: "没有的" }) }));
    const row = await upstream.services.db.selectFrom("users").where("nickname", "=", "白来的").select("id").execute();
    expect(row).toEqual([]);
  });

  test("links that lead out of the folder are not followed", async () => {
    const secret = folderOf({ "secret.md": article({ title: "外面的秘密文章" }), "secret.png": await picture(500) });
    const folder = folderOf({ "a.md": article({}, "![图](link.png)") });
    symlinkSync(join(secret, "secret.md"), join(folder, "b.md"));
    symlinkSync(join(secret, "secret.png"), join(folder, "link.png"));
    symlinkSync(secret, join(folder, "elsewhere"));
    symlinkSync("/nowhere", join(folder, "broken.md"));
    const { imported, bad, told } = await run(folder);
    expect(imported).toBe(1);
    expect(bad).toEqual([
      { file: "b.md", reason: "是符号链接，未导入" },
      { file: "broken.md", reason: "是符号链接，未导入" },
    ]);
    expect(told).toEqual([{ file: "a.md", reason: "图片在文件夹之外：link.png" }]);
  });

  test.skipIf(process.getuid?.() === 0)("a file without read permission", async () => {
    const folder = folderOf({ "a.md": article() });
    chmodSync(join(folder, "a.md"), 0);
    expect((await run(folder)).bad).toEqual([{ file: "a.md", reason: "读不了（EACCES）" }]);
  });

  test("a file that the database refuses does not affect the others of its batch", async () => {
    const { services } = upstream;
    const put = services.search.put;
    services.search.put = async (trx, entries) => {
      if (entries.some(({ title }) => title === "数据库不要的文章")) throw new Error("refused");
      await put.call(services.search, trx, entries);
    };
    try {
      const titles = ["数据库要的文章一", "数据库不要的文章", "数据库要的文章二"];
      const folder = folderOf(Object.fromEntries(titles.map((title, n) => [`${n}.md`, article({ title })])));
      const report = await run(folder);
      expect(report).toMatchObject({ imported: 2, bad: [{ file: "1.md", reason: "意外的错误：refused" }] });
    } finally {
      services.search.put = put;
    }
  });
});

describe("pictures", () => {
  test("are imported from where the text says, in every notation", async () => {
    const png = await picture(500);
    const { contentHtml, cover } = await importedArticle(
      [
        "![一](./images/a.png)",
        '![二](<images/有 空格.png> "标题")',
        "![三](images/b%20(1).png)",
        "![四](/static/root.png)",
        "![五][five]",
        '<img src="images/tag.png" alt="六" style="zoom:50%">',
        "[five]: images/five.png",
      ].join("\n\n"),
      {
        "post/images/a.png": png,
        "post/images/有 空格.png": await picture(501),
        "post/images/b (1).png": await picture(502),
        "static/root.png": await picture(503),
        "post/images/five.png": await picture(504),
        "post/images/tag.png": await picture(505),
      },
    );
    const pictures = [...contentHtml.matchAll(/<img [^>]*src="([^"?]+)[^>]*>/g)];
    expect(pictures).toHaveLength(6);
    expect(new Set(pictures.map(([, url]) => url)).size).toBe(6);
    expect(pictures.map(([tag]) => /width="(\d+)"/.exec(tag)?.[1])).toEqual(["500", "501", "502", "503", "504", "505"]);
    expect(cover).toMatchObject({ width: 500, height: 300 });
    const url = pictures[0]?.[1] ?? "";
    const answer = await upstream.program.fetch(new Request(new URL(url, "http://upstream.test")));
    expect(answer.headers.get("content-type")).toBe("image/webp");
    expect((await sharp(Buffer.from(await answer.arrayBuffer())).metadata()).width).toBe(500);
  });

  test("lose their metadata, are turned upright and reduced to a useful size", async () => {
    const tall = await sharp({ create: { width: 4000, height: 100, channels: 3, background: "#fff" } })
      .withExif({ IFD0: { Copyright: "private" } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const { contentHtml } = await importedArticle("![高](a.jpg)", { "post/a.jpg": tall });
    const url = /src="([^"?]+)/.exec(contentHtml)?.[1] ?? "";
    const answer = await upstream.program.fetch(new Request(new URL(url, "http://upstream.test")));
    const { width, height, exif } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata();
    expect({ width, height, exif }).toEqual({ width: 64, height: 2560, exif: undefined });
  });

  test("in code stay examples, those of other upstreams become links, small ones no cover", async () => {
    const { contentHtml, cover } = await importedArticle(
      [
        "```md\n![例](./没有.png)\n```",
        "写作 `![例](没有.png)` 即可。",
        "~~~\n![例](没有.png)\n```\n~~~",
        "![别处](https://example.com/a.png)",
        "![小](icon.png)",
        "````\n![没关上](没有.png)",
      ].join("\n\n"),
      { "post/icon.png": await picture(32) },
    );
    expect(contentHtml.match(/没有\.png/g)).toHaveLength(4);
    expect(contentHtml).toContain(encodeURIComponent("https://example.com/a.png"));
    expect(cover).toBeNull();
  });

  test("the same picture of two files is stored once; a text with a broken or too large one is imported and reported", async () => {
    const png = await picture(640, "#123456");
    const count = async () =>
      Number(
        (
          await upstream.services.db
            .selectFrom("objects")
            .select((eb) => eb.fn.countAll().as("n"))
            .executeTakeFirst()
        )?.n,
      );
    const before = await count();
    const folder = folderOf({
      "a.md": article({}, "![图](a.png)"),
      "b.md": article({}, "![图](b.png)"),
      "c.md": article({}, "![图](broken.png)"),
      "d.md": article({}, "![图](huge.png)"),
      "a.png": png,
      "b.png": png,
      "broken.png": png.subarray(0, 60),
      "huge.png": Buffer.alloc(50 * 1024 * 1024 + 1),
    });
    expect(await run(folder)).toMatchObject({
      imported: 4,
      bad: [],
      told: [
        { file: "c.md", reason: "不是能读的图片：broken.png" },
        { file: "d.md", reason: "图片超过 50 MB：huge.png" },
      ],
    });
    expect((await count()) - before).toBe(1);
  });
});

describe("again", () => {
  test("run again changes nothing, retries what was refused, and reports a changed file", async () => {
    const folder = folderOf({ "a.md": article({ title: "只导入一次的文章" }), "b.md": "坏的" });
    expect(await run(folder)).toMatchObject({ imported: 1, unchanged: 0 });
    const ids = async () =>
      (await upstream.services.db.selectFrom("articles").select("id").where("title", "=", "只导入一次的文章").execute())
        .length;
    const version = () => upstream.services.versions.now();
    const before = await version();
    expect(await run(folder)).toMatchObject({ imported: 0, unchanged: 1, bad: [{ file: "b.md" }] });
    expect(await version()).toBe(before);
    expect(await ids()).toBe(1);

    writeFileSync(join(folder, "b.md"), article({ title: "后来改好的文章" }));
    writeFileSync(join(folder, "a.md"), `${readFileSync(join(folder, "a.md"), "utf8")}\n又一段。\n`);
    expect(await run(folder)).toMatchObject({
      imported: 1,
      unchanged: 0,
      bad: [{ file: "a.md", reason: "导入之后改动过，未再导入（请在站内编辑）" }],
    });
    expect(await ids()).toBe(1);
  });

  test("continues where it was stopped", async () => {
    const folder = folderOf(
      Object.fromEntries(
        Array.from({ length: 150 }, (_, n) => [`${n}.md`, article({ title: `被打断的第 ${n} 篇文章` })]),
      ),
    );
    const stop = new AbortController();
    const seen: [number, number][] = [];
    const progress = (done: number, total: number) => {
      seen.push([done, total]);
      stop.abort();
    };
    expect(await run(folder, { progress, signal: stop.signal })).toMatchObject({ imported: 100, stopped: true });
    expect(await run(folder, { progress })).toMatchObject({ imported: 50, unchanged: 100, stopped: false });
    expect(seen).toEqual([
      [100, 150],
      [50, 50],
    ]);
  });
});

test("classifications are created on request only", async () => {
  const folder = folderOf({
    "a.md": article({ classification: "编程语言" }),
    "b.md": article({ classification: "编程语言" }),
    "c.md": article({ classification: "engineering" }),
  });
  expect(await run(folder, { createClassifications: true })).toMatchObject({ imported: 3, bad: [] });
  const rows = await upstream.services.db
    .selectFrom("classifications")
    .select(["name", "total"])
    .where("name", "=", "编程语言")
    .execute();
  expect(rows).toEqual([{ name: "编程语言", total: 2 }]);
});

test("lists are sorted by time, with old texts among new ones", async () => {
  const folder = folderOf(
    Object.fromEntries(
      Array.from({ length: 30 }, (_, n) => [
        `${n}.md`,
        article({ author: "编年史家", createdAt: `20${10 + ((n * 7) % 16)}-06-${10 + (n % 10)}` }),
      ]),
    ),
  );
  await run(folder);
  const times: string[] = [];
  for (let page = 1; page <= 20; page += 1) {
    const { list } = await upstream.call(articleApi.list, { query: { page } });
    times.push(...list.map((one) => one.createdAt));
  }
  expect(times).toEqual([...times].sort().reverse());
  expect(times.length).toBeGreaterThan(30);
});

test("an import that was killed and run again has the same result as an uninterrupted one", async () => {
  const day = (n: number) => new Date(Date.UTC(2021, 0, n % 7 === 0 ? 1 : n)).toISOString();
  const text = (n: number) => {
    const fields = { author: `作者${n % 3}`, createdAt: day(n), tags: `[标签${n % 5}, 共有]` };
    if (n % 40 === 39) return file({ kind: "question", title: `第 ${n} 个关于麒麟的问题？`, ...fields });
    return article({ title: `第 ${n} 篇关于麒麟的文章`, classification: "技术", ...fields }, `正文第 ${n} 段。`);
  };
  const answers = {
    "z/1.md": file({ kind: "answer", question: "第 39 个关于麒麟的问题？", author: "答的人" }, "是的。"),
  };
  const folder = folderOf({
    ...Object.fromEntries(Array.from({ length: 310 }, (_, n) => [`${String(n).padStart(3, "0")}.md`, text(n)])),
    ...answers,
  });
  const upstreams = [await createTestUpstream({ clock: () => NOW }), await createTestUpstream({ clock: () => NOW })];
  const states: unknown[] = [];
  for (const [nth, upstream] of upstreams.entries()) {
    const { services } = upstream;
    const bring = (options: ImportOptions = {}) =>
      importFolder(services, folder, { createClassifications: true, ...options });
    if (nth === 1) {
      const killed = (done: number) => {
        if (done === 200) throw new Error("killed");
      };
      await expect(bring({ progress: killed })).rejects.toThrow("killed");
      await expectConsistent(services.db);
    }
    expect(await bring()).toMatchObject({ imported: nth === 0 ? 311 : 111, unchanged: nth === 0 ? 0 : 200, bad: [] });
    await expectConsistent(services.db);
    const { hits, total } = await services.search.find(services.db, {
      text: "麒麟的文章",
      kinds: ["article", "question", "answer"],
      offset: 0,
      limit: 400,
    });
    expect(total).toBeGreaterThan(300);
    const words = await services.db.selectFrom("search_vocabulary").select("word").orderBy("word").execute();
    const { versions: _, ...rows } = await databaseState(services.db);
    const sorted = Object.entries(rows).map(([table, json]) => [
      table,
      (JSON.parse(json) as unknown[]).map((row) => JSON.stringify(row)).sort(),
    ]);
    states.push({ hits, total, words, rows: Object.fromEntries(sorted) });
    await upstream.close();
  }
  expect(states[1]).toEqual(states[0]);
});
