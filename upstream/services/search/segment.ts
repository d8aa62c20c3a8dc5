import { jieba } from "./jieba";
import { normalize } from "./normalize";

/**
 * Tokens of a text, without duplicates. Chinese is stored as pairs of characters, so that it is found however it is
 * segmented: 数据库 is 数据 据库. The segmentation determines the weight of a pair.
 */
export type Tokens = {
  /** Latin words and numbers, pairs within Chinese words, words of one character. */
  words: string[];
  /** Pairs across two words (服务器 + 端口 gives 器端), single characters, joined compounds. */
  rest: string[];
};

/** A piece of a normalized text: Chinese to be segmented, one Latin word or number, or an emoji. */
export type Piece =
  | { kind: "han"; text: string }
  | { kind: "latin"; text: string; compound: Compound | null }
  | { kind: "emoji"; text: string };
/** A compound: node.js is `nodejs`, with the parts `node` and `js`; 16.04 has no joined form. */
export type Compound = { joined: string | null; parts: string[] };

const HAN = String.raw`\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}ー`;
const LATIN_WORD = String.raw`(?:(?![${HAN}])[\p{L}\p{N}])+`;
const PIECES = new RegExp(
  // C++ and C# are words; others joined by . - _ / ' are kept whole and in parts: node.js, gpt-4, a/b.
  String.raw`[${HAN}]+|(?<![\p{L}\p{N}])(?:c\+\+|[cf]#)(?![\p{L}\p{N}])|${LATIN_WORD}(?:[._/'’-]${LATIN_WORD})*|\p{Extended_Pictographic}`,
  "gu",
);
const CONNECTORS = /[._/'’-]/;
const IS_EMOJI = /^\p{Extended_Pictographic}$/u;
const IS_HAN = new RegExp(`^[${HAN}]`, "u");
/** Treats vue3 like vue 3; k8s and h5 are not split. */
const LETTERS_THEN_DIGITS = /^([a-z]{2,})(\d{1,4})$/;
const NUMBER = /^[\d._]+$/;
/** Maximum characters of a word, in texts and queries alike; the rest is cut off. */
const WORD_LENGTH_MAX = 40;
const PHRASE_LENGTH_MIN = 4;
const PART_LENGTHS = [3, 2];
/** Minimum characters of a word that may contain other words. */
const INNER_FROM = 3;

/** Splits a normalized text into pieces, in order; a compound (node.js) gives its parts, each with the whole. */
export function pieces(normalized: string): Piece[] {
  const found: Piece[] = [];
  for (const [text] of normalized.matchAll(PIECES)) {
    if (IS_HAN.test(text)) found.push({ kind: "han", text });
    else if (IS_EMOJI.test(text)) found.push({ kind: "emoji", text });
    else found.push(...latinPieces(text));
  }
  return found;
}

/** Cached pieces of Latin words, because most words are repeated within and across texts. */
const knownPieces = new Map<string, Piece[]>();
/** Maximum size of either cache. */
const KNOWN_MAX = 20_000;
const COPIED_MAX = 12;

function latinPieces(text: string): Piece[] {
  const known = knownPieces.get(text);
  if (known) return known;
  if (knownPieces.size === KNOWN_MAX) knownPieces.clear();
  const found = findLatinPieces(text);
  // V8 makes longer strings views of the text that they are a part of, which would stay in memory with them.
  if (text.length <= COPIED_MAX) knownPieces.set(text, found);
  return found;
}

function findLatinPieces(text: string): Piece[] {
  const cut = (word: string) => word.slice(0, WORD_LENGTH_MAX);
  const parts = text.split(CONNECTORS).flatMap((part) => LETTERS_THEN_DIGITS.exec(part)?.slice(1) ?? part);
  const joined = NUMBER.test(text) ? null : cut(parts.join(""));
  const compound = parts.length === 1 ? null : { joined, parts: parts.map(cut) };
  return parts.map((part) => ({ kind: "latin", text: cut(part), compound }));
}

/**
 * Words of a Chinese piece. The dictionary also contains phrases (提高效率); they are split into words, because a query for
 * them would otherwise miss 提高团队效率.
 */
export const cutWords = (han: string): string[] => jieba().cut(han, true).flatMap(partsOf);

/** Cached parts of words, most of which are looked up repeatedly. */
const knownParts = new Map<string, string[]>();

function partsOf(word: string): string[] {
  if (word.length < PHRASE_LENGTH_MIN) return [word];
  const known = knownParts.get(word);
  if (known) return known;
  if (knownParts.size === KNOWN_MAX) knownParts.clear();
  const parts = findParts(word);
  knownParts.set(word, parts);
  return parts;
}

function findParts(word: string): string[] {
  const shorter = new Set(jieba().cutForSearch(word, false));
  const parts: string[] = [];
  for (let at = 0; at < word.length; ) {
    const part = PART_LENGTHS.map((length) => word.slice(at, at + length)).find((one) => shorter.has(one));
    if (part === undefined || part === word) return [word];
    parts.push(part);
    at += part.length;
  }
  return parts;
}

/** Dictionary words inside a longer Chinese word: 面试 and 试题 in 面试题. */
export function innerWordsOf(word: string): string[] {
  if (word.length < INNER_FROM || !IS_HAN.test(word)) return [];
  return [...new Set(jieba().cutForSearch(word, false))].filter((one) => one.length > 1 && one.length < word.length);
}

/** Pairs of adjacent characters; a single character is returned as it is. */
export function pairs(word: string): string[] {
  const characters = [...word];
  if (characters.length === 1) return characters;
  return characters.slice(1).map((character, index) => `${characters[index]}${character}`);
}

/** Token of an emoji, in letters, which SQLite's tokenizer keeps; no text can contain it. */
export const emojiToken = (emoji: string): string => `e#${(emoji.codePointAt(0) ?? 0).toString(16)}`;

/** Segments a text into the tokens of the index. */
export function segment(text: string): Tokens {
  const found = pieces(normalize(text));
  return tokensOf(found, jieba().cut(hanOf(found), true));
}

/** Segments a text like `segment`, with the dictionary in another thread. */
export async function segmentApart(text: string): Promise<Tokens> {
  const found = pieces(normalize(text));
  const cut = (await jieba().cutAsync(hanOf(found), true)) as string[];
  return tokensOf(found, cut);
}

/** Separator after each Chinese piece: all are segmented together, which costs less than one by one. */
const END = "\n";

const hanOf = (found: readonly Piece[]): string =>
  found.map(({ kind, text }) => (kind === "han" ? text + END : "")).join("");

/** Collects the tokens of pieces. @param cut words of the Chinese pieces, each piece followed by `END` */
function tokensOf(found: readonly Piece[], cut: readonly string[]): Tokens {
  const words = new Set<string>();
  const rest = new Set<string>();
  const addHan = hanAdder(words, rest);
  let at = 0;
  for (const piece of found) {
    if (piece.kind === "emoji") rest.add(emojiToken(piece.text));
    else if (piece.kind === "latin") {
      words.add(piece.text);
      if (piece.compound?.joined) rest.add(piece.compound.joined);
    } else {
      const end = cut.indexOf(END, at);
      addHan(cut.slice(at, end));
      at = end + 1;
    }
  }
  for (const word of words) rest.delete(word);
  return { words: [...words], rest: [...rest] };
}

/** Creates a function that adds the tokens of consecutive Chinese words; tokens within a word are added only once. */
function hanAdder(words: Set<string>, rest: Set<string>): (cut: readonly string[]) => void {
  const known = new Map<string, string[]>();
  const charactersOf = (word: string): string[] => {
    const characters = [...word];
    for (const pair of pairs(word)) words.add(pair);
    if (characters.length > 1) for (const character of characters) rest.add(character);
    known.set(word, characters);
    return characters;
  };
  let before: string[] = [];
  const add = (word: string) => {
    const characters = known.get(word) ?? charactersOf(word);
    const first = characters[0];
    const last = before.at(-1);
    if (first !== undefined && last !== undefined) {
      // Two adjacent words of one character are mostly a word that the dictionary lacks.
      const both = before.length === 1 && characters.length === 1 ? words : rest;
      both.add(last + first);
    }
    before = characters;
  };
  return (cut) => {
    before = [];
    for (const word of cut) {
      if (word.length < PHRASE_LENGTH_MIN) add(word);
      else partsOf(word).forEach(add);
    }
  };
}
