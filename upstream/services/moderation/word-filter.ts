import { readFileSync, statSync } from "node:fs";
import { normalizeSpaced, normalizeWords } from "./normalize-words";

/** Word that was found, and what it asks for: `reject` the text, or hold it for `review`. */
export type WordFinding = { action: "reject" | "review"; word: string };

/** Looks for the operator's sensitive words. */
export type WordFilter = {
  /** The gravest finding in any of the texts; null when there is none. */
  find(...texts: string[]): WordFinding | null;
  /** Whether there are no words, and so nothing is found. */
  isEmpty(): boolean;
};

type Action = WordFinding["action"];
type Node = { next: Map<string, Node>; action?: Action };

/** Milliseconds after which a look tells whether the file was changed. */
const LOOK_EVERY = 10_000;

/**
 * A filter over a text file: one word a line; a line `[reject]` or `[review]` says what the words below it ask
 * for (`review` before any), `#` begins a remark. A changed file counts from ten seconds later on; while it
 * can't be read there are no words.
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

/** A filter over the lines of such a file. */
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

/** A word as it is looked for, and as a finding names it; empty where nothing of it can be. */
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

/** Latin words are found where they stand alone: `class` is not a rude word. */
function* matchesOfWords(root: Node, text: string): Generator<WordFinding> {
  const characters = [...text];
  const goesOn = (at: number) => /[\p{Script=Latin}\p{N}]/u.test(characters[at] ?? " ");
  for (const one of matches(root, text)) if (!goesOn(one.from - 1) && !goesOn(one.to)) yield one;
}
