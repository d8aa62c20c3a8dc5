import { utimesSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { articleApi } from "#app/contract/content/article";
import { expectConsistent } from "#tests/upstream/support/consistency";
import { databaseState } from "#tests/upstream/support/database-state";
import { createTestUpstream, type TestUpstream } from "#tests/upstream/support/harness";
import { translateExport } from "#upstream/import/exported-marks";
import { translateTags } from "#upstream/import/generator-tags";
import { importFolder } from "#upstream/import/import-folder";
import type { ImportOptions } from "#upstream/import/import-options";
import { createGuardedFetch } from "#upstream/services/external/guarded-fetch";
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

const run = (folder: string, options?: ImportOptions) => importFolder(upstream.services, folder, options);
const article = (body: string, fields = "") => `---\ntitle: 从零写一个编译器\nauthor: 林知远\n${fields}---\n${body}\n`;

/** Result of one file: its messages, and the article from the API, with its source. */
async function imported(
  content: string | Buffer,
  extra: Record<string, string | Buffer> = {},
  options?: ImportOptions,
) {
  const { bad, told } = await run(folderOf({ "一个文件.md": content, ...extra }), options);
  expect(bad).toEqual([]);
  const { id, content: source } = await upstream.services.db
    .selectFrom("articles")
    .select(["id", "content"])
    .orderBy("id", "desc")
    .executeTakeFirstOrThrow();
  const shown = await upstream.call(articleApi.get, { params: { id } });
  return { ...shown, source, told: told.map(({ reason }) => reason) };
}

describe("code", () => {
  test("that is indented is left alone, with the pictures, comments and tags in it", async () => {
    const code = '    ![alt](local.png)\n    <img src="https://a.example/x.png">\n    <!-- c -->\n    {% note %} [[a]]';
    expect((await imported(article(`看下面：\n\n${code}\n\n完。`))).source).toBe(`看下面：\n\n${code}\n\n完。`);
  });

  test("is distinguished from paragraphs of a list, which are indented as well", async () => {
    const { source, told } = await imported(article("- 一项\n\n    ![图](没有.png)\n\n    <!-- 注 -->后文"));
    expect(source).toBe("- 一项\n\n    ![图](没有.png)\n\n    后文");
    expect(told).toEqual(["找不到图片：没有.png"]);
  });

  test("at the beginning of a text keeps its indentation", async () => {
    const { source, contentHtml } = await imported(article("\n\n    npm install\n\n正文"));
    expect(source).toBe("    npm install\n\n正文");
    expect(contentHtml).toContain("<pre");
  });
});

describe("a file without front matter", () => {
  test("has its title from its first heading, and its time from the file", async () => {
    const folder = folderOf({ "笔记 0123456789abcdef0123456789abcdef.md": "\n# 真正的 `标题`\n\n正文" });
    const file = join(folder, "笔记 0123456789abcdef0123456789abcdef.md");
    utimesSync(file, NOW, new Date("2020-02-03T04:05:06Z"));
    expect(await run(folder, { author: "搬家的人" })).toMatchObject({ imported: 1, bad: [] });
    const row = await upstream.services.db
      .selectFrom("articles")
      .selectAll()
      .orderBy("id", "desc")
      .executeTakeFirstOrThrow();
    expect(row).toMatchObject({ title: "真正的 标题", content: "正文", created_at: "2020-02-03T04:05:06.000Z" });
  });

  test("or has its title from its name, without the id that Notion appends", async () => {
    const folder = folderOf({ "会议记录 0123456789abcdef0123456789abcdef.md": "只有正文\n\n---\n\n第二段" });
    await run(folder, { author: "搬家的人" });
    const row = await upstream.services.db
      .selectFrom("articles")
      .selectAll()
      .orderBy("id", "desc")
      .executeTakeFirstOrThrow();
    expect(row).toMatchObject({ title: "会议记录", content: "只有正文\n\n---\n\n第二段" });
  });
});

describe("a file that names no title or no time", () => {
  /** Title, time and text of the last article, from a file last changed in 2020. */
  async function only(name: string, content: string) {
    const folder = folderOf({ [name]: content });
    utimesSync(join(folder, name), NOW, new Date("2020-02-03T04:05:06Z"));
    expect(await run(folder, { author: "搬家的人" })).toMatchObject({ imported: 1, bad: [] });
    const {
      title,
      created_at,
      content: text,
    } = await upstream.services.db.selectFrom("articles").selectAll().orderBy("id", "desc").executeTakeFirstOrThrow();
    return [title, created_at, text];
  }

  test.each([
    ["属性.md", "---\ntags: [甲]\n---\n# 笔记的标题\n\n正文", "笔记的标题", "2020-02-03T04:05:06.000Z"],
    ["文件名.md", "---\ntags: [甲]\n---\n正文", "文件名", "2020-02-03T04:05:06.000Z"],
    ["建于.md", "---\ncreated: 2019-01-02T08:00\n---\n正文", "建于", "2019-01-02T00:00:00.000Z"],
    ["建于何时.md", "---\ncreated: 去年\n---\n正文", "建于何时", "2020-02-03T04:05:06.000Z"],
    ["2018-03-04-jekyll.md", "---\nlayout: post\n---\n正文", "jekyll", "2018-03-03T16:00:00.000Z"],
    ["2018-99-99-x.md", "---\ntitle: 有题\n---\n正文", "有题", "2020-02-03T04:05:06.000Z"],
  ])("%s gets them from its first heading, its name or the file", async (name, content, title, time) => {
    expect(await only(name, content)).toEqual([title, time, "正文"]);
  });
});

test.each([
  ["2024-5-1 9:5", "2024-05-01T01:05:00.000Z"],
  ["2024年5月1日", "2024-04-30T16:00:00.000Z"],
  ["2024年5月1日 9时30分", "2024-05-01T01:30:00.000Z"],
  ["20240501", "2024-04-30T16:00:00.000Z"],
  ["2024.05.01", "2024-04-30T16:00:00.000Z"],
  ["2024-05-01 09:30:00 CST", "2024-05-01T01:30:00.000Z"],
])("the date %s of a file is read as %s", async (written, time) => {
  expect((await imported(article("正文", `date: ${written}\n`))).createdAt).toBe(time);
});

describe("encodings", () => {
  const GBK = Buffer.from("---\nauthor: a\ntitle: GBK title\n---\n\xC4\xE3\xBA\xC3\xA3\xAC\xCA\xC0\xBD\xE7", "latin1");
  const text = article("你好，世界 𠮷");
  const swapped = (bytes: Buffer) => Buffer.from(bytes).swap16();
  test.each([
    ["GBK", GBK, "你好，世界"],
    ["UTF-16 with its mark", Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, "utf16le")]), "你好，世界 𠮷"],
    [
      "UTF-16, the other way round",
      Buffer.concat([Buffer.from([0xfe, 0xff]), swapped(Buffer.from(text, "utf16le"))]),
      "你好，世界 𠮷",
    ],
    [
      "UTF-8 with NUL and old line ends",
      Buffer.from(text.replaceAll("\n", "\r").replace("你", "\0你")),
      "你好，世界 𠮷",
    ],
  ])("%s", async (_, bytes, source) => expect((await imported(bytes)).source).toBe(source));

  test("named in the front matter", async () => {
    const big5 = Buffer.concat([
      Buffer.from("---\nauthor: a\ntitle: Big5\n---\n"),
      Buffer.from([0xa7, 0x41, 0xa6, 0x6e]),
    ]);
    expect((await imported(big5, {}, { encoding: "big5" })).source).toBe("你好");
  });
});

describe("what does not fit is kept as far as possible, and reported", () => {
  test("tags, titles and names that are too long or invalid are shortened, and reported", async () => {
    const { tags, title, told, author } = await imported(
      `---\ntitle: ${"长".repeat(101)}\nauthor: ${"名".repeat(21)}\ntags: [a, b, c, ${"标".repeat(21)}, d, e, f]\n---\n正文`,
    );
    expect(tags).toEqual(["a", "b", "c", "d", "e"]);
    expect([...title]).toHaveLength(100);
    expect([...author.nickname]).toHaveLength(20);
    expect(told).toHaveLength(3);
    expect(told.join()).toContain(`没有带上：${"标".repeat(21)}、f`);
  });

  test.each([
    ["[a, null, '', 3, true, a]", ["a", "3", "true"], 0],
    ["{ a: 1 }", [], 1],
    ["[a, { b: 1 }, [c]]", ["a"], 2],
    ["甲, 乙、丙", ["甲", "乙", "丙"], 0],
  ])("of tags %s those that are words are kept", async (tags, kept, lost) => {
    const found = await imported(article("正文", `tags: ${tags}\n`));
    expect(found.tags).toEqual(kept);
    expect(found.told).toHaveLength(lost);
  });

  test("a title of one character", async () => {
    expect((await imported(article("正文").replace("从零写一个编译器", "锁"))).title).toBe("锁");
  });

  test("a title with a colon in it", async () => {
    expect((await imported(article("正文").replace("从零写一个编译器", "编译: 从零开始"))).title).toBe(
      "编译: 从零开始",
    );
  });

  test.each([
    "./没有.png",
    "../../../../etc/hostname",
    "100%.png",
    "C:\\图\\a.png",
    "一个文件.md",
    "hhttps://a.example/b.png",
  ])("the alternative text of a picture that can't be loaded: %s", async (target) => {
    const body = `一张 ![图](<${target}>) 两张`;
    const { source, told } = await imported(article(body));
    expect(source).toBe(body);
    expect(told).toHaveLength(1);
    expect(told[0]).toContain(target);
  });
});

describe("pictures", () => {
  test("in data: URLs, of 14 megabytes, and named as in Obsidian", async () => {
    const png = await sharp({ create: { width: 500, height: 9, channels: 3, background: "#123" } })
      .png()
      .toBuffer();
    // Uncompressed, so that it is large but fast to scale down.
    const large = await sharp({ create: { width: 2400, height: 2000, channels: 3, background: "#456" } })
      .png({ compressionLevel: 0 })
      .toBuffer();
    expect(large.length).toBeGreaterThan(14_000_000);
    const { contentHtml, told } = await imported(
      article(`![](data:image/png;base64,${png.toString("base64")})\n\n![](large.png)\n\n![[白板.png|300]]`),
      { "large.png": large, "附件/深/白板.png": png },
    );
    expect(told).toEqual([]);
    expect(contentHtml.match(/<img /g)).toHaveLength(3);
  });
});

test("defined in another place of the text, with spaces in their names or sizes behind them", async () => {
  const png = await sharp({ create: { width: 9, height: 9, channels: 3, background: "#123" } })
    .png()
    .toBuffer();
  const { source, told } = await imported(
    article('![甲][a]、![乙][b]、![丙][c]\n\n[a]: <图 一.png> "题"\n[b]: 图二.png?w=300\n[c]: <没 有.png>'),
    { "图 一.png": png, "图二.png": png },
  );
  expect(source).toMatch(/\n\[a\]: \/oss\/\S+\.webp "题"\n\[b\]: \/oss\/\S+\.webp\n\[c\]: <没 有\.png>$/);
  expect(told).toEqual(["找不到图片：没 有.png"]);
});

describe("other editors' marks", () => {
  test.each([
    ["{% codeblock lang:js %}\nvar a\n\n    b\n{% endcodeblock %}", "```js\nvar a\n\n    b\n```"],
    ["{{< highlight go >}}\nx\n{{< /highlight >}}", "```go\nx\n```"],
    ["{% highlight ruby linenos %}\nputs 1\n{% endhighlight %}", "```ruby\nputs 1\n```"],
    ["{% note info %}\n提示\n{% endnote %}", ":::info\n提示\n:::"],
    ["{% asset_img a.png 说明 %}", "![说明](<a.png>)"],
    ['{{< figure src="a.png" title="说明" >}}', "![说明](<a.png>)"],
    ["`{% raw %}` {% raw %}x{% endraw %}", "`{% raw %}` x"],
  ])("%s", (source, expected) => {
    const unknown: string[] = [];
    expect(translateTags(source, (tag) => unknown.push(tag))).toBe(expected);
    expect(unknown).toEqual([]);
  });

  test("tags without a counterpart stay, and are reported once", async () => {
    const { source, told } = await imported(article("{% youtube abc %}\n\n{% youtube abc %}"));
    expect(source).toContain("{% youtube abc %}");
    expect(told).toEqual(["不认识的标签，原样留下：{% youtube abc %}"]);
  });

  test.each([
    ['<a name="h1"></a>标题', "标题"],
    ['<font color="red">红</font>字', "红字"],
    ['<sup class="x">2</sup>', "<sup>2</sup>"],
    ['<a href="https://a.example/b">看</a>', "[看](<https://a.example/b>)"],
    ["<b>粗</b>与<em>斜</em>", "**粗**与*斜*"],
    ['<a href="https://a.example/b"><b>看</b><img src="a.png"></a>', '[看<img src="a.png">](<https://a.example/b>)'],
    ["见[[1]](https://a.example/b)，矩阵 a[[0]][[1]]", "见[[1]](https://a.example/b)，矩阵 a[[0]][[1]]"],
    ["![[a b.png|300]]与![[录音.mp3]]", "![](<a b.png>)与录音.mp3"],
    ['<p id="u2">甲</p><p id="u3">乙</p>', "甲<br>乙"],
    ["没有属性的<p>与</p>是文字", "没有属性的<p>与</p>是文字"],
    ["<aside>\n💡 提示\n\n</aside>", ":::note\n💡 提示\n\n:::"],
    ["[[#节]]与[[#节|这里]] `[[a]]`", "节与这里 `[[a]]`"],
  ])("%s", (source, expected) => expect(translateExport(source)).toBe(expected));

  test("an embedded file that is no picture leaves its name, and is reported", async () => {
    const { source, told } = await imported(article("听![[录音.mp3]]"));
    expect(source).toBe("听录音.mp3");
    expect(told).toEqual(["嵌入的不是图片，只留下名字：录音.mp3"]);
  });
});

test("a dry run says what would be done, and writes nothing", async () => {
  const { db } = upstream.services;
  const before = await databaseState(db);
  const folder = folderOf({
    "a.md": article("![](a.png)", "classification: 新的\n").replace("林知远", "还没有的人"),
    "b.md": "没有作者",
    "question.md": "---\nkind: question\ntitle: 还没有的问题\nauthor: 也还没有的人\n---\n怎么办？",
    "answer.md": "---\nkind: answer\nquestion: 还没有的问题\nauthor: 第三个没有的人\n---\n这样办。",
    "a.png": await sharp({ create: { width: 9, height: 9, channels: 3, background: "#123" } })
      .png()
      .toBuffer(),
  });
  const report = await run(folder, { dryRun: true, createClassifications: true });
  expect(report).toMatchObject({ imported: 3, bad: [{ file: "b.md" }] });
  expect(await databaseState(db)).toEqual(before);
});

describe("pictures of other sites", () => {
  let server: Server;
  let origin: string;
  let asked: string[] = [];
  let png: Buffer;
  const guarded = createGuardedFetch({ isAllowed: (address) => address === "127.0.0.1", isPort: () => true });

  beforeAll(async () => {
    png = await sharp({ create: { width: 640, height: 9, channels: 3, background: "#321" } })
      .png()
      .toBuffer();
    server = createServer((request, response) => {
      asked.push(request.url ?? "");
      if (request.url === "/gone.png") response.writeHead(404).end();
      else response.writeHead(200, { "content-type": "image/png" }).end(png);
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => new Promise((resolve) => server.close(resolve)));

  test("are fetched, kept, and not fetched again; what can't be had is told and stays a link", async () => {
    const { services } = upstream;
    const real = services.guardedFetch;
    services.guardedFetch = guarded;
    try {
      const folder = folderOf({
        "a.md": article(`![图](${origin}/a.png) ![没了](${origin}/gone.png)\n\n    ![](${origin}/code.png)`),
        "b.md": article(`![同一张](${origin}/a.png)`).replace("从零", "再从零"),
      });
      const report = await run(folder, { fetchPictures: true });
      expect(report).toMatchObject({ imported: 2, fetched: 1 });
      expect(report.told).toEqual([{ file: "a.md", reason: `取不到图片（对方回答 404）：${origin}/gone.png` }]);
      expect(asked.filter((path) => path === "/a.png")).toHaveLength(1);
      const rows = await services.db.selectFrom("articles").selectAll().orderBy("id", "desc").limit(2).execute();
      for (const row of rows) {
        expect(row.content_html).toMatch(/<img src="\/oss\/content\/import\//);
        expect(row.cover).toContain("/oss/content/import/");
      }
      expect(rows.find(({ content }) => content.includes("没了"))?.content).toContain(`    ![](${origin}/code.png)`);
      asked = [];
      expect(await run(folder, { fetchPictures: true })).toMatchObject({ imported: 0, unchanged: 2, fetched: 0 });
      expect(asked).toEqual(["/gone.png"]);
    } finally {
      services.guardedFetch = real;
    }
  });
});
