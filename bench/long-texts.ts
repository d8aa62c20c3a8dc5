import MarkdownIt from "markdown-it";
import { createMarkdown } from "#upstream/services/markdown/renderer";
import { median } from "./stats";
import { printTable } from "./table";

/** Limit on the characters of a text. */
const LENGTH = 100_000;
const ROUNDS = 12;

/** Texts of one construct each; the last ones are attempts to make a renderer slow. */
const CONSTRUCTS: Record<string, string> = {
  paragraphs: "甲乙\n\n",
  sentences: "社区里的每一段话，都有人认真读过。",
  headings: "# 题\n",
  "headings without text": "#\n",
  "list items": "- 项\n",
  "task list items": "- [ ] 项\n",
  "a table of 25,000 rows": "|a|\n",
  "table with ten columns": "|a|b|c|d|e|f|g|h|i|j|\n",
  "code blocks": "```js\nlet a = 1;\n```\n",
  "code blocks of 19,000 `{`": `\`\`\`js\n${"{".repeat(19_000)}\n\`\`\`\n`,
  "code spans": "`a` ",
  emphasis: "**a** _b_ ",
  highlights: "==a== ",
  links: "[a](/b) ",
  pictures: "![a](/b.png) ",
  "bare URLs": "https://a.cn/b ",
  "mail addresses": "a@b.cn ",
  formulas: "$x^2$ ",
  "formulas of 2,000 characters": `$${"x^2".repeat(660)}$ `,
  footnotes: "a[^1] ",
  quotes: "> 引\n\n",
  callouts: "> [!NOTE]\n> 记\n\n",
  "harmless tags": "<kbd>a</kbd>",
  "`https://` without spaces": "https://",
  "`[`": "[",
  "`![`": "![",
  "`*a`": "*a",
  "`> `": "> ",
};

/** Beginnings without which the construct is plain text. */
const BEFORE: Record<string, string> = {
  "a table of 25,000 rows": "|a|\n|-|\n",
  "table with ten columns": `${"|a".repeat(10)}|\n${"|-".repeat(10)}|\n`,
  footnotes: "[^1]: 注\n\n",
};

/** Measures rendering texts of the maximum length, alternating with markdown-it alone, which does less. */
export async function measureLongTexts() {
  const ours = createMarkdown(
    { sizes: async () => new Map(), keep: async () => {} },
    { origin: "https://shequ.example", objectsUrl: "/oss/" },
  );
  const plain = new MarkdownIt({ html: false, linkify: true });
  const rows: { construct: string; cpu: number; plain: number }[] = [];
  for (const [construct, unit] of Object.entries(CONSTRUCTS)) {
    const before = BEFORE[construct] ?? "";
    const text = before + unit.repeat((LENGTH - before.length) / unit.length);
    const times: { ours: number[]; plain: number[] } = { ours: [], plain: [] };
    for (let round = 0; round < ROUNDS; round++) {
      times.ours.push(await processorTime(() => ours.render(text)));
      times.plain.push(await processorTime(() => plain.render(text)));
    }
    rows.push({ construct, cpu: median(times.ours), plain: median(times.plain) });
  }
  printTable(
    `Rendering ${LENGTH.toLocaleString("en")} characters of one construct, CPU ms, median of ${ROUNDS}`,
    ["", "CPU", "markdown-it alone", "×"],
    rows.map(({ construct, cpu, plain }) => [construct, cpu, plain, cpu / plain]),
  );
  return rows;
}

/** CPU milliseconds of some work, those of garbage collection included. */
async function processorTime(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}
