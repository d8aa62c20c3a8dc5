import { jieba } from "./jieba";
import { normalize } from "./normalize";

/**
 * Tokens of a text. Chinese is stored as pairs of characters, so that whatever stands in a text is found
 * however it is cut: 数据库 is 数据 据库. The cut decides how much a pair weighs. Each token is there once, however often
 * the text has it.
 */
export type Tokens = {
  /** Latin words and numbers, pairs inside Chinese words, words of one character. */
  words: string[];
  /** Pairs across two words (服务器 + 端口 gives 器端), single characters, joined compounds. */
  rest: string[];
};

/** A stretch of a normalised text: Chinese to be cut, or one Latin word or number. */
export type Piece =
  | { kind: "han"; text: string }
  | { kind: "latin"; text: string; compound: Compound | null }
  | { kind: "emoji"; text: string };
/** Word that joined words make up: node.js is `nodejs` of the parts `node` and `js`; 16.04 has no joined form. */
export type Compound = { joined: string | null; parts: string[] };

const HAN = String.raw`\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}ー`;
const LATIN_WORD = String.raw`(?:(?![${HAN}])[\p{L}\p{N}])+`;
const PIECES = new RegExp(
  // C++ and C# are words; what else is joined by . - _ / ' is kept whole and in parts: node.js, gpt-4, a/b.
  String.raw`[${HAN}]+|(?<![\p{L}\p{N}])(?:c\+\+|[cf]#)(?![\p{L}\p{N}])|${LATIN_WORD}(?:[._/'’-]${LATIN_WORD})*|\p{Extended_Pictographic}`,
  "gu",
);
const CONNECTORS = /[._/'’-]/;
const IS_EMOJI = /^\p{Extended_Pictographic}$/u;
const IS_HAN = new RegExp(`^[${HAN}]`, "u");
/** vue3 and vue 3 are the same; k8s and h5 are not k 8 s. */
const LETTERS_THEN_DIGITS = /^([a-z]{2,})(\d{1,4})$/;
const NUMBER = /^[\d._]+$/;
/** Longer words are cut off, in texts and queries alike. */
const WORD_LENGTH_MAX = 40;
const PHRASE_LENGTH_MIN = 4;
const PART_LENGTHS = [3, 2];
/** Characters of a word from which it may have others in it. */
const INNER_FROM = 3;

/** The pieces of a normalised text, in order; a compound (node.js) gives its parts, each with the whole. */
export function pieces(normalized: string): Piece[] {
  const found: Piece[] = [];
  for (const [text] of normalized.matchAll(PIECES)) {
    if (IS_HAN.test(text)) found.push({ kind: "han", text });
    else if (IS_EMOJI.test(text)) found.push({ kind: "emoji", text });
    else found.push(...latinPieces(text));
  }
  return found;
}

/** Pieces of Latin words that came before: a text repeats most of its own, and those of others. */
const knownPieces = new Map<string, Piece[]>();
/** Words that are kept of either sort. */
const KNOWN_MAX = 20_000;
const COPIED_MAX = 12;

function latinPieces(text: string): Piece[] {
  const known = knownPieces.get(text);
  if (known) return known;
  if (knownPieces.size === KNOWN_MAX) knownPieces.clear();
  const found = findLatinPieces(text);
  // V8 makes longer ones views of the text that they are a part of, which would be kept with them.
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
 * The words of a Chinese piece. The dictionary also has phrases (提高效率); they are cut into their words, else
 * a query for them would miss 提高团队效率.
 */
export const cutWords = (han: string): string[] => jieba().cut(han, true).flatMap(partsOf);

/** Parts of words that were looked at, of which most come again and again. */
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

/** Words of the dictionary inside of a longer Chinese one: 面试 and 试题 in 面试题. */
export function innerWordsOf(word: string): string[] {
  if (word.length < INNER_FROM || !IS_HAN.test(word)) return [];
  return [...new Set(jieba().cutForSearch(word, false))].filter((one) => one.length > 1 && one.length < word.length);
}

/** The pairs of neighbouring characters; a single character stands for itself. */
export function pairs(word: string): string[] {
  const characters = [...word];
  if (characters.length === 1) return characters;
  return characters.slice(1).map((character, index) => `${characters[index]}${character}`);
}

/** An emoji as a token that a text cannot have, made of letters, which SQLite's tokenizer keeps. */
export const emojiToken = (emoji: string): string => `e#${(emoji.codePointAt(0) ?? 0).toString(16)}`;

/** Cuts a text into what the index stores. */
export function segment(text: string): Tokens {
  const found = pieces(normalize(text));
  return tokensOf(found, jieba().cut(hanOf(found), true));
}

/** Cuts a text as `segment` does, the dictionary's part in a thread of its own. */
export async function segmentApart(text: string): Promise<Tokens> {
  const found = pieces(normalize(text));
  const cut = (await jieba().cutAsync(hanOf(found), true)) as string[];
  return tokensOf(found, cut);
}

/** Behind each Chinese piece: all are cut in one go, which costs less than each by itself. */
const END = "\n";

const hanOf = (found: readonly Piece[]): string =>
  found.map(({ kind, text }) => (kind === "han" ? text + END : "")).join("");

/** @param cut the words of the Chinese pieces, with `END` behind each */
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

/** Adds the tokens of Chinese words that stand together; those inside a word that came before are there already. */
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
      // Two words of one character each are mostly one word that the dictionary lacks.
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
