import MarkdownIt from "markdown-it";
import { expect, test } from "vitest";
import { links } from "#upstream/services/markdown/links";
import { plainInline } from "#upstream/services/markdown/plain-inline";
import { readWebAddress } from "#upstream/text/web-address";

const site = { origin: "https://shequ.example", objectsUrl: "/oss/" };
/** All visible ASCII characters and some others. */
const characters = [
  ...Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index)),
  ..."\n中。：“😀\u00a0\u200b",
];

test("texts are parsed as by markdown-it alone, whichever character they contain", () => {
  const original = new MarkdownIt();
  const quick = new MarkdownIt().use(plainInline);
  for (const character of characters)
    for (const text of [
      character,
      `a${character}b`,
      `# ${character}a`,
      `- ${character}b\n- c`,
      `a|${character}\n-|-\nb|c`,
    ])
      expect(quick.parse(text, {}), JSON.stringify(text)).toEqual(original.parse(text, {}));
});

test("URLs lead where they lead with markdown-it's conversion of host names, whichever character they contain", () => {
  const original = new MarkdownIt();
  const quick = new MarkdownIt().use(links, (url: string) => readWebAddress(url, site));
  for (const character of characters)
    for (const part of [character, `%${character}`, `${character}${character}`])
      for (const url of [
        `${part}a.cc`,
        `http://${part}a.cc/`,
        `//a${part}cc`,
        `/${part}?${part}#${part}`,
        `HTTP:${part}b`,
      ]) {
        const expected = readWebAddress(original.normalizeLink(url), site);
        expect(readWebAddress(quick.normalizeLink(url), site), url).toEqual(expected);
        expect(quick.normalizeLinkText(url), url).toBe(original.normalizeLinkText(url));
      }
});
