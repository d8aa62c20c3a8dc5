import { readFileSync, statSync } from "node:fs";
import { normalizeSpaced, normalizeWords } from "./normalize-words";

/** Sensitive word that was found, and its action: `reject` the text, or hold it for `review`. */
export type WordFinding = { action: "reject" | "review"; word: string };

/** Filter that finds the operator's sensitive words. */
export type WordFilter = {
  /** Returns the most severe finding in any of the texts; null if there is none. */
  find(...texts: string[]): WordFinding | null;
  /** Whether there are no words. */
  isEmpty(): boolean;
};

type Action = WordFinding["action"];
type Node = { next: Map<string, Node>; action?: Action };

/** Minimum milliseconds between two checks whether the file was changed. */
const LOOK_EVERY = 10_000;

/**
 * Creates a filter from a text file: one word per line; a line `[reject]` or `[review]` sets the action of the words
 * below it (`review` by default), `#` begins a comment. A changed file takes effect within ten seconds; while it can't
 * be read, there are no words.
 */
export function createWordFilter(file: string, onError: (error: unknown) => void = () => {}): WordFilter {
  let filter = wordFilterOf("");
  let modified = 0;
  let looked = Number.NEGATIVE_INFINITY;
  const refresh = () => {
    const now = performance.now();
    if (now - looked < LOOK_EVERY) return;
    looked = now;
    try {
      const { mtimeMs } = statSync(file);
      if (mtimeMs !== modified) filter = wordFilterOf(readFileSync(file, "utf8"));
      modified = mtimeMs;
    } catch (error) {
      filter = wordFilterOf("");
      modified = 0;
      onError(error);
    }
  };
  return {
    find(...texts) {
      if (file) refresh();
      return filter.find(...texts);
    },
    isEmpty() {
      if (file) refresh();
      return filter.isEmpty();
    },
  };
}

/** Creates a filter from lines in that format. */
export function wordFilterOf(lines: string): WordFilter {
  const dense: Node = { next: new Map() };
  const spaced: Node = { next: new Map() };
  let action: Action = "review";
  for (const line of lines.split(/\r?\n/)) {
    const text = line.replace(/(?:^|\s)#.*$/, "").trim();
    const section = /^\[(reject|review)\]$/.exec(text);
    if (section) action = section[1] as Action;
    else add(isLatin(text) ? spaced : dense, keyOfWord(text), action);
  }
  return {
    find(...texts) {
      let held: WordFinding | null = null;
      for (const text of texts) {
        const found = [
          ...(isBare(dense) ? [] : matches(dense, normalizeWords(text))),
          ...(isBare(spaced) ? [] : matchesOfWords(spaced, normalizeSpaced(text))),
        ];
        const rejected = found.find((one) => one.action === "reject");
        if (rejected) return rejected;
        held ??= found[0] ?? null;
      }
      return held;
    },
    isEmpty: () => isBare(dense) && isBare(spaced),
  };
}

/** Normalized form of a word, as searched for and as named in findings; empty if nothing of it remains. */
export const keyOfWord = (word: string): string =>
  isLatin(word) ? normalizeSpaced(word.trim()) : normalizeWords(word);

const isLatin = (word: string): boolean => /^[\p{Script=Latin}\p{N}\p{P}\p{S} ]+$/u.test(word.normalize("NFKC"));

const isBare = ({ next }: Node): boolean => next.size === 0;

function add(root: Node, word: string, action: Action): void {
  if (!word) return;
  let node = root;
  for (const character of word) {
    const next = node.next.get(character) ?? { next: new Map() };
    node.next.set(character, next);
    node = next;
  }
  if (node.action !== "reject") node.action = action;
}

function* matches(root: Node, text: string): Generator<WordFinding & { from: number; to: number }> {
  const characters = [...text];
  for (let from = 0; from < characters.length; from += 1) {
    let node: Node | undefined = root;
    for (let to = from; to < characters.length; to += 1) {
      node = node.next.get(characters[to] as string);
      if (!node) break;
      if (node.action) yield { action: node.action, word: characters.slice(from, to + 1).join(""), from, to: to + 1 };
    }
  }
}

/** Finds Latin words only as whole words: `class` is not a rude word. */
function* matchesOfWords(root: Node, text: string): Generator<WordFinding> {
  const characters = [...text];
  const goesOn = (at: number) => /[\p{Script=Latin}\p{N}]/u.test(characters[at] ?? " ");
  for (const one of matches(root, text)) if (!goesOn(one.from - 1) && !goesOn(one.to)) yield one;
}
