import MarkdownIt from "markdown-it";
import { expect, test } from "vitest";
import { callouts } from "#upstream/services/markdown/callouts";
import { details } from "#upstream/services/markdown/details";
import { footnotes } from "#upstream/services/markdown/footnotes";
import { nesting } from "#upstream/services/markdown/nesting";
import { quotes } from "#upstream/services/markdown/quotes";

const create = () => new MarkdownIt().use(nesting).use(quotes).use(callouts).use(details).use(footnotes);
const LINES = 3_000;
const lines = (count: number) => "a\n".repeat(count);

/** How often a text's lines are tried as the beginning of another block. */
function triesIn(text: string): number {
  let tries = 0;
  const md = create();
  const count = () => {
    tries += 1;
    return false;
  };
  md.block.ruler.before("fence", "counted", count, { alt: ["paragraph", "reference", "blockquote", "list"] });
  md.render(text);
  return tries;
}

test.each(
  Object.entries({
    "lines that continue a deep quote": `${">".repeat(90)}${lines(LINES)}`,
    "lines that continue quotes in lists": `${"- > ".repeat(40)}${lines(LINES)}`,
    "quotes that end before the next line": "> # a\nb\n".repeat(LINES / 2),
    "quotes of code": "> ```\nb\n".repeat(LINES / 2),
    "lines that look like a list's to an inner quote only": "> > a\n     - b\n".repeat(LINES / 2),
    "long quotes after short ones": `${"> # a\nb\n".repeat(200)}${"> c\n".repeat(LINES)}`,
    "callouts that end with their list item": "- :::tip\n".repeat(LINES),
    "deep folded blocks": `${"<details>\n".repeat(90)}\n${lines(LINES)}\n${"</details>\n".repeat(90)}`,
    "deep callouts": `${Array.from({ length: 90 }, (_, n) => `${":".repeat(100 - n)}tip\n`).join("")}${lines(LINES)}`,
  }),
)("each line is read a few times at most: %s", (_, text) => {
  // Those that quotes read in vain come on top.
  expect(triesIn(text)).toBeLessThan(6 * (text.split("\n").length + 10_000 / 3));
});

test("blocks are nested up to a depth, and deeper markers stay text, with all that follows", () => {
  const count = (html: string, tag: string) => html.split(`<${tag}>`).length - 1;
  for (const [marker, tag, depth] of [
    ["> ", "blockquote", 24],
    ["- ", "ul", 12],
  ] as const) {
    const html = create().render(`${marker.repeat(30)}a\n\nb`);
    expect(count(html, tag)).toBe(depth);
    expect(html.replaceAll("&gt;", ">")).toContain(`<${marker === "- " ? "li" : "p"}>${marker.repeat(30 - depth)}a`);
    expect(html).toContain("<p>b</p>");
  }
  const folded = create().render(`${"<details>\n".repeat(40)}a\n${"</details>\n".repeat(40)}b`);
  expect(count(folded, "details")).toBe(24);
  expect(folded).toMatch(/a\n.*b<\/p>\n$/s);
  expect(count(create().render(`${"- ".repeat(30)}a\n- b`), "li")).toBe(13);
});

test("quotes continue without markers as long as few lines are read in vain", () => {
  const md = create();
  expect(md.render("> > a\nb\n> c")).toBe("<blockquote>\n<blockquote>\n<p>a\nb\nc</p>\n</blockquote>\n</blockquote>\n");
  const many = md.render(`${"> # a\nb\n".repeat(LINES)}> c\nd`);
  expect(many.split("<p>b</p>").length - 1).toBe(LINES);
  expect(many).toMatch(/<p>c<\/p>\n<\/blockquote>\n<p>d<\/p>\n$/);
});

test("a line that is indented behind an inner quote continues its paragraph", () => {
  expect(create().render(">> a\n    # b")).toBe(
    "<blockquote>\n<blockquote>\n<p>a\n# b</p>\n</blockquote>\n</blockquote>\n",
  );
});

test("a callout or a folded block in a list loses no text that is outside of it", () => {
  expect(create().render("- :::tip\n  a\n- b\n\nc\n\n:::")).toMatch(
    /<p>a<\/p>\n<\/div>\n<\/li>\n<li>b<\/li>\n<\/ul>\n<p>c<\/p>/,
  );
  expect(create().render("- b\n  <details>\n  a\n\nc\n  </details>\nd")).toMatch(
    /<p>a<\/p>\n<\/details>\n<\/li>\n<\/ul>\n<p>c\n&lt;\/details&gt;\nd<\/p>/,
  );
  expect(create().render("> :::tip\n> a\nb\n> :::\n> c")).toMatch(/<p>a\nb<\/p>\n<\/div>\n<p>c<\/p>/);
});
