import fc from "fast-check";
import MarkdownIt from "markdown-it";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { XSS_PAYLOADS } from "#tests/fixtures/xss-payloads";
import { type Connection, connect } from "#upstream/db/dialect";
import { migrate } from "#upstream/db/migrations/migrate";
import { knownPictures } from "#upstream/services/markdown/known-pictures";
import { linkLabels } from "#upstream/services/markdown/link-labels";
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
  markdown = createMarkdown(knownPictures(connection.db), { origin: "https://shequ.example", objectsUrl: "/oss/" });
});
afterAll(() => connection.close());

const html = async (source: string) => (await markdown.render(source)).html;

/** All allowed tags with their allowed attributes, in order. Anything else is an escape. */
const ADDRESS = String.raw`(?:/(?!/)|#)[^"<>\s]*`;
const PICTURE = String.raw`/oss/[^"<>\s]*`;
const TEXT = `[^"<>]*`;
const NOTE = String.raw`(?:[0-9a-f]{6}-)?\d+(?:-\d+)?`;
const MATHML =
  "math|mrow|mi|mn|mo|ms|mtext|mspace|mfrac|msqrt|mroot|m(?:sub|sup|subsup|under|over|underover)|mmultiscripts|mprescripts|mtable|mtr|mtd|mphantom|mpadded|mstyle|menclose";
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
  'pre tabindex="0"(?: data-language="[a-z0-9]+")?',
  'code class="hljs language-[a-z0-9]+"',
  'span class="[a-z_ -]+"',
  `figcaption(?: aria-hidden="true")?`,
  `a href="${ADDRESS}"(?: title="${TEXT}")?(?: rel="nofollow ugc noopener" target="_blank"(?: data-address="https?://[^"<>\\s]*")?)?`,
  `a class="picture" href="${PICTURE}"(?: aria-label="查看图片")?`,
  "/?(?:del|ins|kbd|mark|rp|rt|ruby|small|sub|sup|u|details|summary)",
  `a href="mailto:[A-Za-z0-9._+-]+@[A-Za-z0-9.-]+"`,
  'sup class="footnote-ref"',
  `a href="#fn-${NOTE}" id="fnref-${NOTE}" aria-label="注释 \\d+"`,
  `a href="#fnref-${NOTE}" class="footnote-back" aria-label="回到正文（注释 [^"<>]+）"`,
  `li id="fn-${NOTE}"`,
  'div class="footnotes"',
  'div class="callout callout--(?:note|tip|important|warning|caution)"',
  'p class="callout-title"',
  '(?:div|span) class="formula" tabindex="0" role="group" aria-label="公式"',
  'span class="formula-line" tabindex="0"',
  `/?(?:${MATHML})`,
  `(?:${MATHML})(?: [a-z]+="[a-z0-9.+%-]{1,12}")*(?: class="[a-z -]+")?`,
  "/?picture",
  `source type="image/avif" srcset="${TEXT}" sizes="${TEXT}"`,
  `img src="${PICTURE}" alt="${TEXT}"(?: title="${TEXT}")?(?: width="\\d+" height="\\d+")?(?: srcset="${TEXT}" sizes="${TEXT}")? loading="lazy" decoding="async"`,
];
const ALLOWED_TAG = new RegExp(`^<(?:${ALLOWED.join("|")})>$`);

function expectSafe(output: string, source: string) {
  const tags = output.match(/<[^>]*>?/g) ?? [];
  // One assertion a text, since some have ten thousand tags.
  expect(
    tags.filter((tag) => !ALLOWED_TAG.test(tag)),
    source,
  ).toEqual([]);
}

describe("nothing unsafe gets through", () => {
  test("there are enough payloads", () => expect(XSS_PAYLOADS.length).toBeGreaterThanOrEqual(500));

  test.each(XSS_PAYLOADS)("%j", async (payload) => {
    for (const source of [
      ...[payload, `前文 ${payload} 后文`, `> - ${payload}`, `| 列 |\n|---|\n| ${payload} |`],
      ...[`见[^1]\n\n[^1]: ${payload}`, `> [!NOTE] ${payload}\n> ${payload}`, `:::details ${payload}\n${payload}\n:::`],
      ...[`<details><summary>${payload}</summary>${payload}</details>`, `<ruby>${payload}<rt>${payload}</rt></ruby>`],
      ...[`$${payload}$`, `$$\n\\text{${payload}}\n$$`, `==${payload}==`, `www.${payload}`, `${payload}@b.com`],
    ]) {
      const rendered = await markdown.render(source);
      expectSafe(rendered.html, source);
      expect(rendered.firstImage ?? "/oss/").toMatch(/^\/oss\//);
    }
  });

  test("for any random combination of marks, URLs and tags", async () => {
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
      ...[
        ...["<sub>", "</sub>", "<ruby>", "<rt>", "</rt>", "</ruby>", "<br>", "<u>", "</u>", "<mark onclick=1>"],
        ...[
          "<details>",
          "</details>",
          "<summary>",
          "</summary>",
          "> [!NOTE]\n",
          ":::tip\n",
          ":::details x\n",
          "\n:::\n",
        ],
        ...["[^1]", "[^1]: ", "==", "www.", "a@b.cc", "mailto:", "$", "$$", "\n```math\n"],
        ...[
          "\\frac",
          "{",
          "}",
          "\\text{",
          "\\href{javascript:1}",
          "\\class{x}",
          "\\color{red}",
          "\\begin{array}{c|c}",
          "&",
          "x^2",
        ],
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

  test("formulas contain no style, script, link, id or foreign element", async () => {
    for (const tex of [
      "\\href{javascript:alert(1)}{x}",
      "\\htmlId{a}{x}",
      "\\includegraphics{https://a.example/b.png}",
    ]) {
      expect(await html(`$${tex}$`)).toContain("<code>");
    }
    const output = await html(
      "$$\\begin{array}{c|c}a&b\\\\\\hline\\color{red}c&\\boxed{d}\\end{array}\\rule{90em}{90em}\\hspace{-900em}$$",
    );
    expect(output).toContain("line-bottom");
    expect(output).not.toMatch(/ style=|color|900em|90em/);
  });

  test("a formula that defines macros is not rendered, because it could be arbitrarily long", async () => {
    expect(await html("$\\def\\a{bbbb}\\a\\a$")).toBe("<p><code>$\\def\\a{bbbb}\\a\\a$</code></p>\n");
  });

  test("long hostile texts are rendered quickly", { timeout: 240_000 }, async () => {
    const before = process.cpuUsage();
    const parts = [
      ...["[", "![](", "**a", "`", "> ", "- ", "<a", "[a](", "&", "|a", "http://", "*a_", "~~a", "![a](b) ", "[[a]"],
      ...[
        "$",
        "$a",
        "$x$ ",
        "$$a\n",
        "$$x$$\n",
        "[^1]: a\n",
        "[^1",
        ":::tip\n",
        "==a",
        "<sup>",
        "<sup></sub>",
        "<ruby><rt>",
      ],
      ...["www.", "www.a.cc ", "@", "a@b.cc", "> [!NOTE]\n", "<details>\n", "<details>a</details>\n"],
    ];
    for (const part of parts) {
      expectSafe(await html(part.repeat(Math.ceil(100_000 / part.length))), part);
    }
    // CPU time, which other load does not affect: some thousand milliseconds, but hours for quadratic work.
    expect(process.cpuUsage(before).user / 1000).toBeLessThan(20_000);
  });

  test("brackets are scanned once, however many there are", async () => {
    const work = async (part: string, count: number) => {
      const md = new MarkdownIt().use(linkLabels);
      const skipToken = vi.spyOn(md.inline, "skipToken");
      md.render(part.repeat(count));
      return skipToken.mock.calls.length;
    };
    for (const part of ["[", "[a", "[[a]", "![", "[a](", "[a]["]) {
      expect((await work(part, 4_000)) / (await work(part, 2_000)), part).toBeLessThan(2.2);
    }
  });

  test("brackets have the same meaning as without that optimization", () => {
    const [ours, theirs] = [new MarkdownIt().use(linkLabels), new MarkdownIt()];
    const pieces = ["[", "]", "![", "](a)", "][b]", "`", "*", "a", "\\", "(", ")", "\n"];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 30 }), (parts) => {
        const source = `${parts.join("")}\n\n[b]: /c`;
        expect(ours.render(source)).toBe(theirs.render(source));
      }),
      { numRuns: 3_000 },
    );
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

  test("a single line end joins Chinese text and stays a space elsewhere", async () => {
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
      '<a href="/link?to=https%3A%2F%2Fexample.org%2F%3Fq%3D1%26b%3D%25E4%25B8%25AD" rel="nofollow ugc noopener" target="_blank" data-address="https://example.org/?q=1&amp;b=%E4%B8%AD">a</a>',
    ],
    ["[a](javascript:1)", "[a](javascript:1)"],
    ["看README.md和main.py", "看README.md和main.py"],
    ["写信到a@b.com。", '写信到<a href="mailto:a@b.com">a@b.com</a>。'],
    ["[写信](mailto:a@b.com)", '<a href="mailto:a@b.com">写信</a>'],
    [
      "[a](mailto:a@b.com?bcc=c@d.com)",
      '[a](mailto:<a href="mailto:a@b.com">a@b.com</a>?bcc=<a href="mailto:c@d.com">c@d.com</a>)',
    ],
  ])("%s", async (source, expected) => {
    expect(await html(source)).toBe(`<p>${expected}</p>\n`);
  });

  test("a bare URL ends where Chinese text begins", async () => {
    for (const rest of ["，后文", "。", "）后文", "后文", "”"]) {
      expect(await html(`见https://example.org/a?b=1${rest}`)).toContain(
        `to=https%3A%2F%2Fexample.org%2Fa%3Fb%3D1" rel="nofollow ugc noopener" target="_blank">https://example.org/a?b=1</a>${rest}`,
      );
    }
  });
});

describe("pictures", () => {
  test("of ours have sizes, several widths and a figure", async () => {
    const { html: output, firstImage } = await markdown.render("![评审会的白板](/oss/content/202601/abc.webp)");
    expect(firstImage).toBe("/oss/content/202601/abc.webp");
    expect(output).toContain('width="1280" height="720"');
    expect(output).toContain("/oss/content/202601/abc.webp?x-oss-process=image/resize,w_640/format,webp 640w, ");
    expect(output).toMatch(
      /^<figure><a class="picture" href="\/oss\/content\/202601\/abc\.webp"><picture><source type="image\/avif" [^>]+><img [^>]+ loading="lazy" decoding="async"><\/picture><\/a><figcaption aria-hidden="true">/,
    );
  });

  test("the same object is recognized by its full URL and by an encoded key", async () => {
    expect(await html("![a](https://shequ.example/oss/content/202601/abc.webp)")).toContain('src="/oss/content/');
    expect(await html("![a](/oss/content/202601/%E5%9B%BE.webp)")).toContain('width="300" height="200"');
  });

  test("of others become links, because pages load pictures from nowhere else", async () => {
    expect(await html("看![图](https://example.org/a.png)这里")).toBe(
      '<p>看<a href="/link?to=https%3A%2F%2Fexample.org%2Fa.png" rel="nofollow ugc noopener" target="_blank">站外图片：图</a>这里</p>\n',
    );
  });

  test("that are pages of the site become links, because every reader would request them", async () => {
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

  test("link to themselves, with a name, unless they are part of a link already", async () => {
    expect(await html("![](/oss/a.png)")).toContain('<a class="picture" href="/oss/a.png" aria-label="查看图片"><img ');
    // At its own width, rounded up to a supported size, and no wider than displayed.
    expect(await html("![](/oss/content/202601/%E5%9B%BE.webp)")).toContain('w_480/format,avif 300w"');
    expect(await html("[![图](/oss/a.png)](/about)")).toMatch(/^<p><a href="\/about"><img [^>]+><\/a><\/p>\n$/);
  });

  test("captions are the title, or else the alternative text unless an editor generated it", async () => {
    expect(await html('![a](/oss/a.png "标题")')).toContain("<figcaption>标题</figcaption>");
    for (const alt of ["", "image.png", "截图", "图片 1", "IMG_2024"]) {
      expect(await html(`![${alt}](/oss/a.png)`)).not.toContain("figcaption");
    }
  });
});

test("headings: a first-level heading shifts all others down, and anchors are numbered", async () => {
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

test("tables are named regions, aligned by class", async () => {
  const output = await html("| 左 | 中 | 右 |\n|:--|:-:|--:|\n| 1 | 2 | 3 |\n\n| 又 |\n|---|\n| 4 |");
  expect(output).toContain('<div class="table-scroll" tabindex="0" role="region" aria-label="表格"><table>');
  expect(output).toContain('aria-label="表格 2"');
  expect(output).toContain('<td class="align-center">2</td>');
  expect(output).not.toContain("style=");
});

test("code is highlighted by class if the language is known, and escaped otherwise", async () => {
  const output = await html('```ts title="a.ts"\nconst a: number = 1 < 2;\n```\n\n```火星文\n<b>\n```');
  expect(output).toContain('<pre tabindex="0" data-language="typescript"><code class="hljs language-typescript">');
  expect(output).toContain('<span class="hljs-keyword">const</span>');
  expect(output).toContain('<pre tabindex="0"><code>&lt;b&gt;\n</code></pre>');
});

test.each([
  ["a line", "ini", "1e"],
  ["a line of Markdown", "markdown", "[a]("],
  ["words without a sign, on many lines", "cpp", "function a\n"],
])("code with a very long stretch stays plain: %s", async (_, language, part) => {
  const fenced = (code: string) => html(`\`\`\`${language}\n# "b"\n\n${code}\n\`\`\``);
  const long = await fenced(part.repeat(1_010 / part.length));
  expect(long).toContain(`<code class="hljs language-${language}"># &quot;b&quot;\n\n${part}${part}`);
  expect(long).not.toContain("hljs-");
  expect(await fenced(`${part};\n`.repeat(1_010 / part.length))).toContain('<span class="hljs-');
});

test("only a text's first 50,000 characters of code are highlighted, small blocks counting more", async () => {
  const long = await html(`${"```js\nlet a = 1;\n```\n".repeat(900)}\`\`\`js\nlet last = 1;\n\`\`\``);
  expect(long.match(/hljs-keyword/g)).toHaveLength(Math.floor(50_000 / ("let a = 1;\n".length + 50)));
  expect(long).toContain('data-language="javascript"><code class="hljs language-javascript">let last = 1;');
});

test("task lists are disabled checkboxes", async () => {
  expect(await html("- [x] 完成\n- [ ] 未完\n- [] 不是")).toContain(
    '<li class="task"><input type="checkbox" disabled checked aria-label="已完成"> 完成</li>',
  );
});

describe("footnotes", () => {
  test("are numbered in the order of references, and listed at the end", async () => {
    const output = await html("甲[^b]，乙[^a]，又[^b]。\n\n[^a]: 注 **甲**\n[^b]: 注乙\n\n    第二段\n\n后文");
    expect(output).toContain(
      '甲<sup class="footnote-ref"><a href="#fn-1" id="fnref-1" aria-label="注释 1">1</a></sup>，乙',
    );
    expect(output).toContain('又<sup class="footnote-ref"><a href="#fn-1" id="fnref-1-2"');
    expect(output).toMatch(
      /<p>后文<\/p>\n<div class="footnotes"><ol>\n<li id="fn-1"><p>注乙<\/p>\n<p>第二段 <a href="#fnref-1"/,
    );
    expect(output).toContain('<li id="fn-2"><p>注 <strong>甲</strong> <a href="#fnref-2" class="footnote-back"');
  });

  test("lose no text: unreferenced notes, duplicate names, and references without a note are kept", async () => {
    const output = await html("文[^无][^1]\n\n[^1]: 一\n[^1]: 又一\n[^2]: 二");
    for (const words of ["[^无]", "一", "又一", "二"]) expect(output).toContain(words);
    expect(output.match(/<li id="fn-\d"/g)).toHaveLength(3);
  });

  test("of several texts on one page have distinct ids", async () => {
    const [one, other] = await Promise.all(
      ["甲[^1]\n\n[^1]: x", "乙[^1]\n\n[^1]: x"].map((source) => markdown.render(source, { anchors: false })),
    );
    const idOf = (output: string | undefined) => /id="(fnref-[^"]+)"/.exec(output ?? "")?.[1];
    expect(idOf(one?.html)).not.toBe(idOf(other?.html));
  });
});

describe("harmless tags", () => {
  test.each([
    ["H<sub>2</sub>O <KBD>Ctrl</KBD>", "H<sub>2</sub>O <kbd>Ctrl</kbd>"],
    ["<ruby>汉<rp>(</rp><rt>hàn</rt></ruby>", "<ruby>汉<rp>(</rp><rt>hàn</rt></ruby>"],
    ["行<br>行<br/>行", "行<br>\n行<br>\n行"],
    ["<sup>没有结束", "&lt;sup&gt;没有结束"],
    ["没有开始</sup>", "没有开始&lt;/sup&gt;"],
    ["**a<u>b**c</u>", "<strong>a&lt;u&gt;b</strong>c&lt;/u&gt;"],
    ["<u><sup>a</u></sup>", "<u>&lt;sup&gt;a</u>&lt;/sup&gt;"],
    ["<rt>不在注音里</rt>", "&lt;rt&gt;不在注音里&lt;/rt&gt;"],
    ["<sup onclick=1>a</sup>", "&lt;sup onclick=1&gt;a&lt;/sup&gt;"],
    ["`<sup>`", "<code>&lt;sup&gt;</code>"],
  ])("%s", async (source, expected) => {
    expect(await html(source)).toBe(`<p>${expected}</p>\n`);
  });

  test("a fold can contain Markdown, another fold, and code that looks like its end", async () => {
    expect(await html("<details><summary>展开 `a`</summary>内容</details>")).toBe(
      "<details>\n<summary>展开 <code>a</code></summary>\n<p>内容</p>\n</details>\n",
    );
    const nested = await html(
      "<details>\n<summary>外</summary>\n\n- a\n\n<details>\n\n内\n\n</details>\n\n```\n</details>\n```\n\n</details>\n\n后",
    );
    expect(nested.match(/<details>/g)).toHaveLength(2);
    expect(nested).toContain("<summary>详情</summary>");
    expect(nested).toMatch(/&lt;\/details&gt;\n<\/code><\/pre>\n<\/details>\n<p>后<\/p>\n$/);
    expect(await html("<details>没有结束")).toBe("<p>&lt;details&gt;没有结束</p>\n");
  });
});

test("callouts of GitHub, Obsidian and VuePress are supported; unknown ones stay as written", async () => {
  expect(await html("> [!NOTE]\n> 内容")).toBe(
    '<div class="callout callout--note">\n<p class="callout-title">说明</p>\n<p>内容</p>\n</div>\n',
  );
  expect(await html(":::warning 小心 `x`\n\n- a\n\n:::\n后")).toBe(
    '<div class="callout callout--warning">\n<p class="callout-title">小心 <code>x</code></p>\n<ul>\n<li>a</li>\n</ul>\n</div>\n<p>后</p>\n',
  );
  expect(await html(":::details 点开\n内容\n:::")).toContain("<summary>点开</summary>");
  expect(await html("> [!NOPE]\n> 内容")).toContain("<blockquote>");
  expect(await html(":::不认识\n内容\n:::")).toContain(":::不认识");
});

describe("formulas", () => {
  test("can be inline, in a block, and in a fence", async () => {
    expect(await html("质能 $E=mc^2$。")).toContain("<math><mrow><mi>E</mi><mo>=</mo><mi>m</mi><msup>");
    for (const source of ["$$\n\\frac{a}{b}\n$$", "$$ \\frac{a}{b} $$", "```math\n\\frac{a}{b}\n```"]) {
      expect(await html(source)).toBe(
        '<div class="formula" tabindex="0" role="group" aria-label="公式"><math display="block"><mfrac><mi>a</mi><mi>b</mi></mfrac></math></div>\n',
      );
    }
  });

  test.each([
    "$5 和 $10",
    "$5和$10",
    "US$5，HK$6。",
    "$HOME/bin:$PATH",
    "`$x$`",
    "\\$x$",
    "$中文$",
    "$ x $",
    "$".concat("{a}$", "{b}"),
  ])("%s is not a formula", async (source) => expect(await html(source)).not.toContain("<math"));

  test("that can't be parsed stay as written", async () => {
    expect(await html("见 $\\nope{x}$")).toBe("<p>见 <code>$\\nope{x}$</code></p>\n");
  });

  test("are limited in number per text", async () => {
    const output = await html("$x$ ".repeat(5_000));
    expect(output.match(/<math>/g)?.length).toBeLessThan(2_000);
    expect(output).toContain("<code>$x$</code>");
  });
});

test("bare URLs with www. and mail addresses become links where they are meant as such", async () => {
  expect(await html("见www.example.org/a，后文")).toContain('to=http%3A%2F%2Fwww.example.org%2Fa" rel=');
  expect(await html("(www.example.org/a_(b)).")).toContain(">www.example.org/a_(b)</a>).");
  expect(await html("(www.example.org/a_((b))).")).toContain(">www.example.org/a_((b))</a>).");
  for (const source of ["foo.www.a.com", "x@y", "`www.a.com`", "@某人", "a@b.c"])
    expect(await html(source)).not.toContain("<a ");
  expect(await html("[见 www.a.com](/b)")).toBe('<p><a href="/b">见 www.a.com</a></p>\n');
});

test("marked words are highlighted", async () =>
  expect(await html("这是==重点==和==a==")).toBe("<p>这是<mark>重点</mark>和<mark>a</mark></p>\n"));

test("words are found without the punctuation beside them", () => {
  expect(markdown.plain("<ruby>汉<rt>hàn</rt>字<rt>zì</rt></ruby>[^1]，$E=mc^2$\n\n[^1]: 注")).toBe("汉字，E=mc^2\n注");
});

test("plain text, excerpt and length are computed", async () => {
  const source =
    "# 标题\n\n**第一段**，见[链接](/a)和`码`。\n第二行 ok\n\n| 表 |\n|---|\n| 格 |\n\n```js\nlet a\n```\n\n![图说](/a.png)";
  expect(markdown.plain(source)).toBe("标题\n第一段，见链接和码。第二行 ok\n表\n格\nlet a\n图说");
  const rendered = await markdown.render(source);
  expect(rendered.excerpt).toBe("第一段，见链接和码。第二行 ok");
  expect(rendered.length).toBe([..."标题第一段见链接和码第二行表格图说", "ok", "let", "a"].length);
  expect((await markdown.render("# 只有标题")).excerpt).toBe("只有标题");
  expect((await markdown.render("")).excerpt).toBe("");
  const long = (await markdown.render("字".repeat(300))).excerpt;
  expect(long).toBe(`${"字".repeat(110)}…`);
  expect((await markdown.render(`${"👍".repeat(300)}`)).excerpt).toBe(`${"👍".repeat(110)}…`);
});
