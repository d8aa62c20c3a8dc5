import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { XSS_PAYLOADS } from "#tests/fixtures/xss-payloads";
import { type Connection, connect } from "#upstream/db/dialect";
import { migrate } from "#upstream/db/migrations/migrate";
import type { Markdown } from "#upstream/services/markdown/markdown";
import { createMarkdown } from "#upstream/services/markdown/renderer";

let connection: Connection;
let markdown: Markdown;

beforeAll(async () => {
  connection = await connect({ kind: "sqlite", file: ":memory:" });
  await migrate(connection);
  const picture = { file_name: "a.webp", content_type: "image/webp", bytes: 9, created_at: "2026-01-01T00:00:00.000Z" };
  await connection.db
    .insertInto("objects")
    .values([
      { ...picture, key: "content/202601/abc.webp", width: 1280, height: 720 },
      { ...picture, key: "content/202601/图.webp", width: 300, height: 200 },
    ])
    .execute();
  markdown = createMarkdown(connection.db, { origin: "https://shequ.example", objectsUrl: "/oss/" });
});
afterAll(() => connection.close());

const html = async (source: string) => (await markdown.render(source)).html;

/** Every tag that may appear, with every attribute it may carry, in order. Anything else is an escape. */
const ADDRESS = String.raw`(?:/(?!/)|#)[^"<>\s]*`;
const PICTURE = String.raw`/oss/[^"<>\s]*`;
const TEXT = `[^"<>]*`;
const ALLOWED = [
  "/?(?:p|strong|em|s|ul|blockquote|thead|tbody|tr|figure|h[2-6]|code|pre)",
  "/(?:a|table|div|li|ol|th|td|span|figcaption)",
  "(?:br|hr|table|li|th|td|a)",
  String.raw`h[2-6] id="h-\d+"`,
  String.raw`ol(?: start="\d+")?`,
  'li class="task"',
  'input type="checkbox" disabled(?: checked)? aria-label="[^"<>]+"',
  String.raw`div class="table-scroll" tabindex="0" role="region" aria-label="表格(?: \d+)?"`,
  't[hd] class="align-(?:left|center|right)"',
  'pre tabindex="0"(?: data-language="[a-z]+")?',
  'code class="hljs language-[a-z]+"',
  'span class="[a-z_ -]+"',
  `figcaption(?: aria-hidden="true")?`,
  `a href="${ADDRESS}"(?: title="${TEXT}")?(?: rel="nofollow ugc noopener" target="_blank")?`,
  `img src="${PICTURE}" alt="${TEXT}"(?: title="${TEXT}")?(?: width="\\d+" height="\\d+")?(?: srcset="${TEXT}" sizes="${TEXT}")? loading="lazy" decoding="async"`,
];
const ALLOWED_TAG = new RegExp(`^<(?:${ALLOWED.join("|")})>$`);

function expectSafe(output: string, source: string) {
  for (const tag of output.match(/<[^>]*>?/g) ?? []) expect(tag, source).toMatch(ALLOWED_TAG);
}

describe("nothing unsafe gets through", () => {
  test("there is enough to try", () => expect(XSS_PAYLOADS.length).toBeGreaterThanOrEqual(500));

  test.each(XSS_PAYLOADS)("%j", async (payload) => {
    for (const source of [payload, `前文 ${payload} 后文`, `> - ${payload}`, `| 列 |\n|---|\n| ${payload} |`]) {
      const rendered = await markdown.render(source);
      expectSafe(rendered.html, source);
      expect(rendered.firstImage ?? "/oss/").toMatch(/^\/oss\//);
    }
  });

  test("whatever is thrown together from marks, addresses and tags", async () => {
    const pieces = [
      ...[
        "[",
        "]",
        "(",
        ")",
        "!",
        "<",
        ">",
        "`",
        "```",
        "~~~",
        "*",
        "**",
        "_",
        "#",
        "-",
        "|",
        "\n",
        "\n\n",
        "    ",
        " ",
        '"',
        "'",
      ],
      ...[
        "javascript:",
        "data:",
        "//",
        "\\",
        "&#106;",
        "https://a.example",
        "/x",
        "<img src=x onerror=1>",
        "<script>",
        "中文",
        "。",
        "“",
      ],
      ...[
        "- [ ] ",
        "| a | b |\n|:-:|---|\n",
        "&quot;",
        "&lt;",
        "\u0000",
        "\t",
        "&Tab;",
        "html\n",
        ":",
        "@",
        "%0a",
        "on=",
        "http:",
      ],
    ];
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom(...pieces), { maxLength: 40 }), async (parts) => {
        const source = parts.join("");
        expectSafe(await html(source), source);
      }),
      { numRuns: 1500 },
    );
  });

  test("long hostile texts end soon", { timeout: 240_000 }, async () => {
    const before = process.cpuUsage();
    for (const part of ["[", "![](", "**a", "`", "> ", "- ", "<a", "[a](", "&", "|a", "http://", "*a_", "~~a"]) {
      expectSafe(await html(part.repeat(Math.ceil(100_000 / part.length))), part);
    }
    // Of the processor, which others' work does not change: milliseconds are two thousand, and hours for what grows as the square.
    expect(process.cpuUsage(before).user / 1000).toBeLessThan(20_000);
  });
});

describe("emphasis beside Chinese punctuation", () => {
  test.each([
    ["**粗体。**后文", "<strong>粗体。</strong>后文"],
    ["中文**“引号”**后文", "中文<strong>“引号”</strong>后文"],
    ["前文**《书名》**后文", "前文<strong>《书名》</strong>后文"],
    ["他说**（注意）**是的", "他说<strong>（注意）</strong>是的"],
    ["结论：**对。**但是", "结论：<strong>对。</strong>但是"],
    ["这是**English**混排", "这是<strong>English</strong>混排"],
    ["*斜体！*后", "<em>斜体！</em>后"],
    ["用**`code`**吧", "用<strong><code>code</code></strong>吧"],
    ["~~删除。~~后文", "<s>删除。</s>后文"],
    ["前**「括号」**后**【方】**", "前<strong>「括号」</strong>后<strong>【方】</strong>"],
  ])("%s", async (source, expected) => {
    expect(await html(source)).toBe(`<p>${expected}</p>\n`);
  });

  test("a single line end joins Chinese and stays a space elsewhere", async () => {
    expect(await html("第一行，\n第二行")).toBe("<p>第一行，第二行</p>\n");
    expect(await html("**第一行**\n[第二行](/a)")).toBe('<p><strong>第一行</strong><a href="/a">第二行</a></p>\n');
    expect(await html("one\ntwo")).toBe("<p>one\ntwo</p>\n");
    expect(await html("中文\nLatin")).toBe("<p>中文\nLatin</p>\n");
    expect(await html("一行  \n二行")).toBe("<p>一行<br>\n二行</p>\n");
  });
});

describe("links", () => {
  test.each([
    ["[a](/question/1?x=1#h-1)", '<a href="/question/1?x=1#h-1">a</a>'],
    ["[a](https://shequ.example/article)", '<a href="/article">a</a>'],
    ["[a](#h-2)", '<a href="#h-2">a</a>'],
    [
      "[a](https://example.org/?q=1&b=中)",
      '<a href="/link?to=https%3A%2F%2Fexample.org%2F%3Fq%3D1%26b%3D%25E4%25B8%25AD" rel="nofollow ugc noopener" target="_blank">a</a>',
    ],
    ["[a](javascript:1)", "[a](javascript:1)"],
    ["看README.md和main.py", "看README.md和main.py"],
    ["写信到a@b.com", "写信到a@b.com"],
  ])("%s", async (source, expected) => {
    expect(await html(source)).toBe(`<p>${expected}</p>\n`);
  });

  test("a bare address ends where Chinese begins", async () => {
    for (const rest of ["，后文", "。", "）后文", "后文", "”"]) {
      expect(await html(`见https://example.org/a?b=1${rest}`)).toContain(
        `to=https%3A%2F%2Fexample.org%2Fa%3Fb%3D1" rel="nofollow ugc noopener" target="_blank">https://example.org/a?b=1</a>${rest}`,
      );
    }
  });
});

describe("pictures", () => {
  test("our own: sized, in several widths, a figure", async () => {
    const { html: output, firstImage } = await markdown.render("![评审会的白板](/oss/content/202601/abc.webp)");
    expect(firstImage).toBe("/oss/content/202601/abc.webp");
    expect(output).toContain('width="1280" height="720"');
    expect(output).toContain("/oss/content/202601/abc.webp?x-oss-process=image/resize,w_640/format,webp 640w, ");
    expect(output).toMatch(/^<figure><img [^>]+ loading="lazy" decoding="async"><figcaption aria-hidden="true">/);
  });

  test("the same object by its full address and by an encoded key", async () => {
    expect(await html("![a](https://shequ.example/oss/content/202601/abc.webp)")).toContain('src="/oss/content/');
    expect(await html("![a](/oss/content/202601/%E5%9B%BE.webp)")).toContain('width="300" height="200"');
  });

  test("others: a link, because pages load pictures from nowhere else", async () => {
    expect(await html("看![图](https://example.org/a.png)这里")).toBe(
      '<p>看<a href="/link?to=https%3A%2F%2Fexample.org%2Fa.png" rel="nofollow ugc noopener" target="_blank">站外图片：图</a>这里</p>\n',
    );
  });

  test("pages of the site: a link, because every reader would ask for them", async () => {
    for (const path of ["/zhiku/search?q=a&b", "/account/export", "/login/weixin", "/x.png", "/ossified/a.webp"]) {
      const to = path.replace("&", "&amp;");
      expect(await html(`看![图](${path})这里`)).toBe(`<p>看<a href="${to}">图片：图</a>这里</p>\n`);
    }
    for (const way of [
      "/oss/../account/export",
      "/oss/%2e%2e/account/export",
      "https://shequ.example/account/export",
    ]) {
      expect(await html(`![](${way})`)).toContain('<a href="/account/export">图片</a>');
    }
    expect(await html("[![图](/account/export)](/about)")).toBe('<p><a href="/about">图片：图</a></p>\n');
  });

  test("captions: the title, else the alternative text unless an editor made it up", async () => {
    expect(await html('![a](/oss/a.png "标题")')).toContain("<figcaption>标题</figcaption>");
    for (const alt of ["", "image.png", "截图", "图片 1", "IMG_2024"]) {
      expect(await html(`![${alt}](/oss/a.png)`)).not.toContain("figcaption");
    }
  });
});

test("headings: h1 moves all down, anchors count up", async () => {
  const { html: output, headings } = await markdown.render("# 一\n\n## 二 `码`\n\n###### 六");
  expect(output).toContain('<h2 id="h-1">一</h2>');
  expect(output).toContain('<h3 id="h-2">二 <code>码</code></h3>');
  expect(headings).toEqual([
    { id: "h-1", level: 2, text: "一" },
    { id: "h-2", level: 3, text: "二 码" },
    { id: "h-3", level: 6, text: "六" },
  ]);
  expect((await markdown.render("## 二\n\n### 三")).headings.map(({ level }) => level)).toEqual([2, 3]);
});

test("tables: a named region, alignment by class", async () => {
  const output = await html("| 左 | 中 | 右 |\n|:--|:-:|--:|\n| 1 | 2 | 3 |\n\n| 又 |\n|---|\n| 4 |");
  expect(output).toContain('<div class="table-scroll" tabindex="0" role="region" aria-label="表格"><table>');
  expect(output).toContain('aria-label="表格 2"');
  expect(output).toContain('<td class="align-center">2</td>');
  expect(output).not.toContain("style=");
});

test("code: coloured by class where the language is known, escaped elsewhere", async () => {
  const output = await html('```ts title="a.ts"\nconst a: number = 1 < 2;\n```\n\n```火星文\n<b>\n```');
  expect(output).toContain('<pre tabindex="0" data-language="typescript"><code class="hljs language-typescript">');
  expect(output).toContain('<span class="hljs-keyword">const</span>');
  expect(output).toContain('<pre tabindex="0"><code>&lt;b&gt;\n</code></pre>');
});

test("task lists are check boxes that can't be changed", async () => {
  expect(await html("- [x] 完成\n- [ ] 未完\n- [] 不是")).toContain(
    '<li class="task"><input type="checkbox" disabled checked aria-label="已完成"> 完成</li>',
  );
});

test("plain text, excerpt and length", async () => {
  const source =
    "# 标题\n\n**第一段**，见[链接](/a)和`码`。\n第二行 ok\n\n| 表 |\n|---|\n| 格 |\n\n```js\nlet a\n```\n\n![图说](/a.png)";
  expect(markdown.plain(source)).toBe("标题\n第一段，见链接和码。第二行 ok\n表\n格\nlet a\n图说");
  const rendered = await markdown.render(source);
  expect(rendered.excerpt).toBe("第一段，见链接和码。第二行 ok");
  expect(rendered.length).toBe("标题第一段，见链接和码。第二行ok表格leta图说".length);
  expect((await markdown.render("# 只有标题")).excerpt).toBe("只有标题");
  expect((await markdown.render("")).excerpt).toBe("");
  const long = (await markdown.render("字".repeat(300))).excerpt;
  expect(long).toBe(`${"字".repeat(110)}…`);
  expect((await markdown.render(`${"👍".repeat(300)}`)).excerpt).toBe(`${"👍".repeat(110)}…`);
});
