import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Chance } from "#upstream/demo/chance";
import { segment, type Tokens } from "#upstream/services/search/segment";

/** A text with its search tokens; texts are combined from pieces that were tokenized once. */
export type Written = { text: string; tokens: Tokens };

export type Corpus = {
  /** A title of 8 to 28 characters. */
  title(chance: Chance): Written;
  /** Sentences of about this many characters in total. */
  body(chance: Chance, characters: number): Written[];
};

const TITLE_LENGTH = { min: 8, max: 28 };
const SENTENCE_LENGTH = { min: 8, max: 80 };

/** Reads the sentences of the demo data, from which any number of texts with a natural vocabulary are combined. */
export function readCorpus(folder = "upstream/demo/content"): Corpus {
  const paragraphs = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".md") && file.includes("/"))
    .sort()
    .flatMap((file) => proseOf(readFileSync(join(folder, file), "utf8")));
  const written = (text: string): Written => ({ text, tokens: segment(text) });
  const long = (text: string, { min, max }: { min: number; max: number }) => text.length >= min && text.length <= max;
  const sentences = unique(paragraphs.flatMap((one) => one.match(/[^。！？]+[。！？]/g) ?? []))
    .filter((text) => long(text, SENTENCE_LENGTH))
    .map(written);
  const titles = unique(sentences.flatMap(({ text }) => text.split(/[，。！？；：“”「」（）]/)))
    .filter((text) => long(text, TITLE_LENGTH))
    .map(written);
  return {
    title: (chance) => chance.pick(titles),
    body(chance, characters) {
      const chosen: Written[] = [];
      for (let length = 0; length < characters; length += chosen.at(-1)?.text.length ?? characters) {
        chosen.push(chance.pick(sentences));
      }
      return chosen;
    },
  };
}

/** Lines of plain prose: no code, tables, lists, headings or markup. */
function proseOf(markdown: string): string[] {
  return markdown
    .replace(/^(```|~~~)[\s\S]*?^\1/gm, "")
    .split("\n")
    .filter((line) => /^\p{sc=Han}/u.test(line) && !/[`*|[\]<>_#@]/.test(line));
}

const unique = (list: readonly string[]): string[] => [...new Set(list.map((one) => one.trim()))];

/** Tokens of a title and a body together, as stored by services/search/put-entries.ts. */
export function tokensOf(title: Written, body: readonly Written[]): string[] {
  return [...new Set([title, ...body].flatMap(({ tokens: { words, rest } }) => [...words, ...rest]))];
}
