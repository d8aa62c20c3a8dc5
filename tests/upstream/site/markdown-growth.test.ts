import { afterAll, beforeAll, expect, test } from "vitest";
import { type Connection, connect } from "#upstream/db/dialect";
import { knownPictures } from "#upstream/services/markdown/known-pictures";
import type { Markdown } from "#upstream/services/markdown/markdown";
import { createMarkdown } from "#upstream/services/markdown/renderer";

/**
 * Characters of a text, and the factor to the longer one. Somewhere the time jumps, as garbage is collected from there on;
 * work that grows too fast does so at both scales.
 */
const SCALES = [
  { length: 6_250, times: 8 },
  { length: 25_000, times: 4 },
];
/** Rounds, of which the fastest counts: other load only makes a round slower. */
const ROUNDS = 6;
/**
 * Maximum growth when a text becomes twice as long: two, plus effects of memory and caches on a busy machine; quadratic
 * work grows by four.
 */
const GROWTH_MAX = 3.2;

/** Microseconds of a long text that are too few to be measured, and no danger: quadratic work takes far more. */
const HARMLESS = 10_000;

const repeated = (part: string) => (length: number) => part.repeat(Math.ceil(length / part.length));
const numbered =
  (part: (n: number) => string) =>
  (length: number): string => {
    const parts: string[] = [];
    for (let sum = 0, n = 0; sum < length; n++) {
      const next = part(n);
      parts.push(next);
      sum += next.length;
    }
    return parts.join("");
  };
const row = (cell: string, cells: number) => `|${`${cell}|`.repeat(cells)}\n`;

/** Texts with which someone could keep a server busy, by length. */
const FAMILIES: Record<string, (length: number) => string> = {
  ...Object.fromEntries(
    [
      ...[
        "[",
        "![",
        "[a](",
        "![](",
        "[[a]",
        "[a][",
        "[]",
        "![a](b) ",
        "[a](b) ",
        "[a](<b",
        "<http://a.cc>",
        "]",
        "[a]: b\n",
      ],
      ...[
        "*",
        "_",
        "**a",
        "*a_",
        "*a **b ",
        "**a** ",
        "a*b",
        "~~a",
        "~~a~~",
        "==a",
        "==a==",
        "***a***_b_",
        "中**文。**",
      ],
      ...["`", "`a", "``a`", "```\n", "~~~js\n", "    a\n", "```js\na\n```\n"],
      ...[
        "> # a\nb\n",
        "> ```\nb\n",
        "> > a\n     - b\n",
        "- :::tip\n",
        "> :::tip\nb\n",
        "[a]: b\n(c\n",
        "[a]: b\n'c \"\n",
      ],
      ...["> ", ">", "> a\n", "> > > a\n\n", "- ", "- a\n", "1. a\n", "- [ ] a\n", "- a\n  - b\n    - c\n", "+ - * "],
      ...["|a", "|a|b|\n|-|-|\n", "a|b\n-|-\n", "|\\|", "|a|b|\n"],
      ...["http://", "http://a.cc ", "https://a.cc/(", "www.", "www.a.cc ", "@", "a@b.cc", "a.", "//a.cc", "mailto:"],
      ...["[^1", "[^1]", "[^1]: a\n", "[^1]: a\n\n[^1]\n\n", "[^1]:"],
      ...["$", "$a", "$x$ ", "$$a\n", "$$x$$\n", "$\\frac{a}{b}$ ", "$$\n", "${", "\\(", "$a$b"],
      ...[
        "<a",
        "<a ",
        "<sup>",
        "<sup></sub>",
        "<sup>a</sup>",
        "<ruby><rt>",
        "<br>",
        "<!--",
        "<?",
        "<![CDATA[",
        "</",
        "<",
      ],
      ...["<details>\n", "<details>a</details>\n", "</details>\n", "<details><summary>", "<summary>a</summary>"],
      ...[":::tip\n", ":::tip\n:::\n", ":::", "::::tip\n", ":::details\n", "> [!NOTE]\n", "> [!NOTE]\n\n"],
      ...["👍", "👨‍👩‍👧‍👦", "é", "字", "字。\n", "字 a ", "\u200b", "\u0000", "&", "&amp;", "&#0;", "&#x", "\\", "\\*"],
      ...[
        "# ",
        "# a\n",
        "a\n===\n",
        "a\n---\n",
        "---\n",
        "***\n",
        "a\n",
        "a  \n",
        "\n",
        "\t",
        " ",
        "a\\\n",
        "-\n",
        "=\n",
      ],
    ].map((part) => [part, repeated(part)]),
  ),
  "notes of their own": numbered((n) => `a[^${n}]\n\n[^${n}]: b\n\n`),
  "references and then notes": (length) =>
    `${numbered((n) => `[^${n}] `)(length / 2)}\n\n${numbered((n) => `[^${n}]: b\n\n`)(length / 2)}`,
  "definitions and references": (length) =>
    `${numbered((n) => `[a${n}] `)(length / 2)}\n\n${numbered((n) => `[a${n}]: b\n`)(length / 2)}`,
  "backticks of all lengths": numbered((n) => `${"`".repeat((n % 300) + 1)} `),
  "fences of all lengths": numbered((n) => `${":".repeat((n % 100) + 3)}tip\n`),
  "deeper and deeper lists": numbered((n) => `${" ".repeat((n % 60) * 2)}- a\n`),
  "deeper and deeper quotes": numbered((n) => `${"> ".repeat((n % 60) + 1)}a\n`),
  "a wide table": (length) => row("a", length / 8) + row("-", length / 8) + row("b", length / 8),
  "a wide table whose rows are short": (length) => row("a", 1_000) + row("-", 1_000) + "|b\n".repeat(length / 3),
  "a square table whose rows are short": (length) => {
    const side = Math.ceil(length / 8);
    return row("a", side) + row("-", side) + "|b\n".repeat(side);
  },
  "square tables whose rows are short": (length) =>
    `${row("a", 64)}${row("-", 64)}${"|b\n".repeat(63)}\n`.repeat(Math.ceil(length / 450)),
  "tables that end at a heading": repeated("|a|\n|-|\n# \n"),
  "a long table": (length) => row("a", 3) + row("-", 3) + row("b", 3).repeat(length / 8),
  tables: (length) => `${row("a", 3)}${row("-", 3)}${row("b", 3)}\n`.repeat(length / 25),
  "one formula": (length) => `$$${"a+".repeat(length / 2)}b$$`,
  "one address": (length) => `http://a.cc/${"a".repeat(length)}`,
  "one word": (length) => "a".repeat(length),
  "one label": (length) => `[${"a ".repeat(length / 2)}](b)`,
  "one title": (length) => `[a](b "${"c ".repeat(length / 2)}")`,
  "one code": (length) => `\`\`\`js\n${"a(".repeat(length / 2)}\n\`\`\`\n`,
};

/** A database that nothing is asked of: no text here has a picture of ours. */
let connection: Connection;
let markdown: Markdown;
beforeAll(async () => {
  connection = await connect({ kind: "sqlite", file: ":memory:" });
  markdown = createMarkdown(knownPictures(connection.db), { origin: "https://shequ.example", objectsUrl: "/oss/" });
});
afterAll(() => connection.close());

/** CPU time of so many renderings, which other load affects little. */
async function work(source: string, times: number): Promise<number> {
  const before = process.cpuUsage();
  for (let n = 0; n < times; n++) await markdown.render(source);
  const { user, system } = process.cpuUsage(before);
  return user + system;
}

type Scale = (typeof SCALES)[number];

/**
 * Growth of the work with each doubling of the length; 0 if there is hardly any. The short text is rendered so often
 * that both take as long if the work grows linearly: on a busy machine, whatever takes longer is interrupted more often,
 * and finds its caches cold.
 */
async function growth(family: (length: number) => string, { length, times }: Scale): Promise<number> {
  const [short, long] = [family(length), family(times * length)];
  let [least, leastOfLong] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let round = 0; ; round++) {
    least = Math.min(least, await work(short, times));
    leastOfLong = Math.min(leastOfLong, await work(long, 1));
    if (leastOfLong < HARMLESS) return 0;
    const found = 2 * (leastOfLong / least) ** (1 / Math.log2(times));
    if (found <= GROWTH_MAX || round === ROUNDS) return found;
  }
}

test("rendering time grows linearly with a text's length, whatever it contains", { timeout: 240_000 }, async () => {
  const steep: Record<string, number[]> = {};
  for (const [name, family] of Object.entries(FAMILIES)) {
    const found: number[] = [];
    for (const scale of SCALES) {
      if (found.every((each) => each > GROWTH_MAX)) found.push(await growth(family, scale));
    }
    if (found.every((each) => each > GROWTH_MAX)) steep[name] = found;
  }
  expect(steep).toEqual({});
});

test("a URL ends at an unclosed bracket, and is scanned once", async () => {
  const { html } = await markdown.render("https://a.cc/(b 见 https://a.cc/(b)c[d 和 https://a.cc/{b}");
  expect([...html.matchAll(/>(https:[^<]*)</g)].map(([, address]) => address)).toEqual([
    "https://a.cc/",
    "https://a.cc/(b)c",
    "https://a.cc/{b}",
  ]);
});

test("short rows of a text's tables are padded up to a limit; rows beyond it are plain text", async () => {
  const cells = (html: string) => html.split("<td>").length - 1;
  const square = `${row("a", 64)}${row("-", 64)}${"|b|\n".repeat(63)}\n`;
  const one = await markdown.render(square);
  expect(cells(one.html)).toBe(64 * 63);
  const many = await markdown.render(square.repeat(40));
  expect(cells(many.html)).toBeLessThan(6_000);
  expect(many.plain.split("b").length - 1).toBe(63 * 40);
});
