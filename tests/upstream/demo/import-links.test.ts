import { basename } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createShortIds } from "#runtime/short-ids";
import { expectConsistent } from "#tests/upstream/support/consistency";
import { createTestUpstream, type TestUpstream } from "#tests/upstream/support/harness";
import "#tests/upstream/support/pg-server";
import { translateExport } from "#upstream/import/exported-marks";
import { importFolder } from "#upstream/import/import-folder";
import { dropBlockIds } from "#upstream/import/obsidian-block-ids";
import { dropObsidianComments } from "#upstream/import/obsidian-comments";
import { readdressImages } from "#upstream/text/image-marks";
import { rewriteLinks } from "#upstream/text/link-marks";
import { temporaryFolders } from "./temporary-folders";

let upstream: TestUpstream;
const folderOf = temporaryFolders();

beforeAll(async () => {
  upstream = await createTestUpstream();
});
afterAll(async () => {
  await expectConsistent(upstream.services.db);
  await upstream.close();
});

const run = (folder: string) => importFolder(upstream.services, folder, { author: "搬家的人" });

/** Source and HTML of an imported file, with the names of files for the pages of their texts. */
async function stored(folder: string, name: string) {
  const { db, config } = upstream.services;
  const { encode } = createShortIds(config.shortIdSalt);
  const rows = await db.selectFrom("imports").select(["source", "kind", "item_id"]).execute();
  const own = rows.filter(({ source }) => source.startsWith(`${basename(folder)}/`));
  const named = (text: string) =>
    own.reduce(
      (so, { source, kind, item_id }) =>
        so.replaceAll(`/${kind}/${encode(item_id)}`, `→${source.slice(basename(folder).length + 1)}`),
      text,
    );
  const one = own.find(({ source }) => source.endsWith(`/${name}`));
  const { content, content_html } = await db
    .selectFrom(one?.kind === "question" ? "questions" : "articles")
    .select(["content", "content_html"])
    .where("id", "=", one?.item_id ?? 0)
    .executeTakeFirstOrThrow();
  return { source: named(content), html: named(content_html) };
}

/** What one text becomes beside these files. */
async function linked(
  body: string,
  files: Record<string, string> = { "另一篇.md": "# 另一篇\n\n正文\n\n## 第二 节\n\n二" },
) {
  const folder = folderOf({ ...files, "一篇.md": `开头\n\n${body}` });
  const { bad, told } = await run(folder);
  expect(bad).toEqual([]);
  const { source, html } = await stored(folder, "一篇.md");
  return { source: source.replace("开头\n\n", ""), html, told: told.map(({ reason }) => reason) };
}

describe("a link to another file leads to its text", () => {
  test.each([
    ["[看](另一篇.md)", "[看](→另一篇.md)"],
    ["[看](./%E5%8F%A6%E4%B8%80%E7%AF%87.md '题')", "[看](→另一篇.md '题')"],
    ["[看](<另一篇.md>)、[看](/另一篇.md)", "[看](→另一篇.md)、[看](→另一篇.md)"],
    ["[![](https://a.example/b.png)](另一篇.md)", "[![](https://a.example/b.png)](→另一篇.md)"],
    ["[看](另一篇.md#第二-节)", "[看](→另一篇.md#h-1)"],
    ["[看](另一篇.md#没有)", "[看](→另一篇.md)"],
    ["[看][a]\n\n[a]: 另一篇.md", "[看][a]\n\n[a]: →另一篇.md"],
    ["[[另一篇]]", "[另一篇](→另一篇.md)"],
    ["[[另一篇|这篇]]", "[这篇](→另一篇.md)"],
    ["[[另一篇#第二 节]]", "[第二 节](→另一篇.md#h-1)"],
    ["![[另一篇#第二 节]]", "[另一篇](→另一篇.md)"],
    ["[[另一篇#^a1b2]]", "[另一篇](→另一篇.md)"],
    ["| a |\n|---|\n| [[另一篇\\|这篇]] |", "| a |\n|---|\n| [这篇](→另一篇.md) |"],
    ["{% post_link 另一篇 %}", "[另一篇](→另一篇.md)"],
    ["{% post_link 另一篇 '看 这篇' %}", "[看 这篇](→另一篇.md)"],
    ["[看]({% post_path 另一篇 %})", "[看](→另一篇.md)"],
    ['[看]({{< ref "另一篇.md#第二-节" >}})', "[看](→另一篇.md#h-1)"],
    ["[看]({{ site.baseurl }}{% link 另一篇.md %})", "[看](→另一篇.md)"],
    ["[看](/2024/05/01/另一篇/)", "[看](→另一篇.md)"],
    ["[看](另一篇)、[看](另一篇.html)", "[看](→另一篇.md)、[看](→另一篇.md)"],
    ['<a href="另一篇.md">看</a>', "[看](→另一篇.md)"],
  ])("%s", async (body, expected) => {
    const { source, html, told } = await linked(body);
    expect(source).toBe(expected);
    expect(html).toMatch(/<a href="→另一篇\.md/);
    expect(html).not.toContain("_imported");
    expect(told).toEqual([]);
  });

  test("by file names as Notion and Jekyll write them, and into other folders", async () => {
    const files = {
      "库/父 0123456789abcdef0123456789abcdef.md": "父",
      "_posts/2024-05-01-jekyll.md": "---\ntitle: 一个标题\n---\n文",
      "posts/hugo/index.md": "文",
      "甲/重名.md": "甲",
      "乙/深/重名.md": "乙",
    };
    const { source, told } = await linked(
      [
        "[父](%E5%BA%93/%E7%88%B6%200123456789abcdef0123456789abcdef.md)",
        "{% post_url 2024-05-01-jekyll %}".replace(/^/, "[j](").replace(/$/, ")"),
        "{% post_link jekyll %}",
        "[h](/posts/hugo/)",
        "[[重名]][[深/重名|深]]",
      ].join("\n\n"),
      files,
    );
    expect(source.split("\n\n")).toEqual([
      "[父](→库/父 0123456789abcdef0123456789abcdef.md)",
      "[j](→_posts/2024-05-01-jekyll.md)",
      "[一个标题](→_posts/2024-05-01-jekyll.md)",
      "[h](→posts/hugo/index.md)",
      "[重名](→甲/重名.md)[深](→乙/深/重名.md)",
    ]);
    expect(told).toEqual([]);
  });

  test("to a heading of its own file, to a question, and back", async () => {
    const folder = folderOf({
      "甲.md": "[乙](问/乙.md)、[[甲]]",
      "问/乙.md": "---\nkind: question\ntitle: 乙是什么问题\nauthor: 甲人\n---\n见[甲](../甲.md)",
    });
    expect(await run(folder)).toMatchObject({ imported: 2, told: [] });
    expect((await stored(folder, "甲.md")).source).toBe("[乙](→问/乙.md)、[甲](→甲.md)");
    expect((await stored(folder, "问/乙.md")).source).toBe("见[甲](→甲.md)");
  });
});

test("a link to a file that is not imported becomes plain words, and is reported", async () => {
  const { source, html, told } = await linked(
    "[看 **它**](没有.md)、[[没有#节|词]]、[附](a.pdf)、`[[没有]]`、[x]({% post_url 无 %})、[表](<表 格.csv>)、[外](../../外.csv)",
    { "说.md": "文", "表 格.csv": "a,b" },
  );
  expect(source).toBe("看 **它**、词、[附](a.pdf)、`[[没有]]`、x、表、[外](../../外.csv)");
  expect(html).not.toMatch(/<a href="(?!\/(?:a\.pdf|%E5%A4%96\.csv)")/);
  expect(told).toEqual(["没有.md", "没有", "无", "表 格.csv"].map((name) => `链接的文件没有导入，只留下文字：${name}`));
});

test("links to a file that is refused after they were read become plain words", async () => {
  const folder = folderOf({
    "一篇.md": "见[空](空.md)与[[好]]。\n\n[定]\n\n[定]: 空.md",
    "好.md": "见[空](空.md)",
    "空.md": "---\ntitle: 空\n---\n",
  });
  const { bad, told } = await run(folder);
  expect(bad).toEqual([{ file: "空.md", reason: "没有正文" }]);
  const { source, html } = await stored(folder, "一篇.md");
  expect(source).toBe("见空与[好](→好.md)。\n\n[定]\n\n[定]: #");
  expect(html).toContain('见空与<a href="→好.md">好</a>');
  expect(told).toEqual([
    { file: "一篇.md", reason: "链接的文件没有导入，只留下文字：2 处" },
    { file: "好.md", reason: "链接的文件没有导入，只留下文字：1 处" },
  ]);
});

test("links to files of an earlier run, even an interrupted one, lead to their texts", async () => {
  const files = Object.fromEntries(
    Array.from({ length: 101 }, (_, index) => [`${String(index).padStart(3, "0")}.md`, `文 [尾](100.md) [首](000.md)`]),
  );
  const folder = folderOf(files);
  const stop = new AbortController();
  const progress = (done: number) => done >= 100 && stop.abort();
  const first = await importFolder(upstream.services, folder, { author: "搬家的人", progress, signal: stop.signal });
  expect(first).toMatchObject({ stopped: true });
  expect((await stored(folder, "000.md")).source).toContain("/_imported/");
  await run(folder);
  for (const name of ["000.md", "100.md"])
    expect((await stored(folder, name)).source).toBe("文 [尾](→100.md) [首](→000.md)");
});

test.each([
  ["一段话。 ^37066d\n\n- 甲 ^0a1b2c\n- 乙\n\n^ffffff", "一段话。\n\n- 甲\n- 乙\n\n"],
  ["```\na ^37066d\n```\n\n`x ^37066d` 与 2 ^10\n笑 ^_^", null],
])("Obsidian's block ids are removed, except in code: %s", (source, expected) => {
  expect(dropBlockIds(source)).toBe(expected ?? source);
});

describe("Obsidian's comments", () => {
  test.each([
    ["公开 %%私下%% 后文", "公开  后文", 1],
    ["前\n\n%%\n私下\n\n```\ncode %%\n```\n%%\n\n后", "前\n\n\n后", 1],
    ["- a\n%% 注 %%\n- b", "- a\n- b", 1],
    ["`%%a%%` 与\n\n```\n%%b%%\n```\n\n    %%c%%", "`%%a%%` 与\n\n```\n%%b%%\n```\n\n    %%c%%", 0],
    ["%%a%%中%%c%%", "中", 2],
  ])("%s", (source, expected, count) => {
    const told: string[] = [];
    expect(dropObsidianComments(source, (note) => told.push(note))).toBe(expected);
    expect(told).toEqual(count ? [`Obsidian 注释（%%…%%）不公开，没有带上：${count} 处`] : []);
  });

  test.each(["用 %%time 和 %%timeit 计时", "100%% 与 50%%", "只有 %% 一处\n\n另一段 %%", "%%\n没有结束"])(
    "other %% stay, and are reported: %s",
    (source) => {
      const told: string[] = [];
      expect(dropObsidianComments(source, (note) => told.push(note))).toBe(source);
      expect(told).toEqual(["不成对的 %% 原样留下，请核对"]);
    },
  );

  test("are not imported", async () => {
    const { source, html, told } = await linked("公开%%不要发布%%的");
    expect(source + html).not.toContain("不要发布");
    expect(told).toEqual(["Obsidian 注释（%%…%%）不公开，没有带上：1 处"]);
  });
});

test.each(["[", "[a", "[](", "![", "![[", "[[a", "[a]: ", "%%", "\n%% "])(
  "100,000 characters of %j are processed quickly",
  (unit) => {
    const text = `x${unit.repeat(90_000 / unit.length)}`;
    const before = process.cpuUsage();
    dropObsidianComments(text, () => {});
    translateExport(text);
    rewriteLinks(text, () => null);
    readdressImages(text, () => null);
    const { user, system } = process.cpuUsage(before);
    // Microseconds of a processor, which other programs don't change: half a second; without bounds 16 of them.
    expect(user + system).toBeLessThan(4_000_000);
  },
);
