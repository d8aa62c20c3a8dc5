import type { Runs } from "#app/contract/reading/search";
import { type Mark, type Marker, runsOf } from "./marks";

/** Maximum characters of a snippet. */
const LENGTH = 110;
/** Maximum characters before the first match. */
const LEAD = 24;
/** Weight of a word that is new in the window, compared to a repeated one. */
const NEW_WORD = 10;
const SENTENCE_END = /[。！？；!?;]/;
const LATIN_OR_DIGIT = /[A-Za-z0-9]/;

/** Matches the end of a block that ends like a sentence; only the last characters are looked at. */
const ENDS_AS_SENTENCE = /[。！？!?…][”’"'」』）)\]]*$|\.["')]*$/u;
const ENDING_LENGTH = 12;
/** Minimum characters of a block without such an end that reads as a sentence, since it has a comma. */
const SENTENCE_LENGTH = 24;
const COMMA = /[，。；]/;
/** White space other than one plain space. */
const MANY_SPACES = /[^\S ]| {2}/;
/** Separator between blocks that are not sentences, such as table cells. */
const BETWEEN = " · ";

/**
 * The range of a text (one block per line) that shows most of the words, marked; its beginning if none occurs.
 * Sentences are preferred over cells, headings and code.
 */
export function snippetOf(body: string, marker: Marker): Runs {
  const blocks = body
    .split("\n")
    .map((block) => (MANY_SPACES.test(block) ? block.replace(/\s+/g, " ") : block).trim())
    .filter(Boolean);
  const sentences = blocks.filter(isSentence).reduce(joined, "");
  const marks = marker(sentences);
  if (marks.length > 0) return windowOf(sentences, marks);
  const all = blocks.join(BETWEEN);
  const elsewhere = marker(all);
  return elsewhere.length > 0 || sentences === "" ? windowOf(all, elsewhere) : windowOf(sentences, marks);
}

/** Whether a block reads as a sentence: it ends like one, or is as long as one. Table cells, headings and code don't. */
const isSentence = (block: string): boolean =>
  ENDS_AS_SENTENCE.test(block.slice(-ENDING_LENGTH)) || (block.length >= SENTENCE_LENGTH && COMMA.test(block));

/** Chinese paragraphs need no space between them. */
const joined = (text: string, block: string): string =>
  text === "" || (text.charCodeAt(text.length - 1) > LATIN_MAX && block.charCodeAt(0) > LATIN_MAX)
    ? text + block
    : `${text} ${block}`;
const LATIN_MAX = 0x2e7f;

function windowOf(text: string, marks: readonly Mark[]): Runs {
  const start = startOf(text, bestStart(marks));
  const end = endOf(text, start + LENGTH);
  const inside = marks
    .filter((mark) => mark.start >= start && mark.end <= end)
    .map((mark) => ({ ...mark, start: mark.start - start, end: mark.end - start }));
  const runs = runsOf(text.slice(start, end), inside);
  if (start > 0) runs.unshift({ text: "…", hit: false });
  if (end < text.length) runs.push({ text: "…", hit: false });
  return runs;
}

/** Start of the window with the best cluster of marks; 0 if there are none. */
function bestStart(marks: readonly Mark[]): number {
  let best = 0;
  let bestScore = 0;
  marks.forEach((first, index) => {
    let score = 0;
    const words = new Set<string>();
    for (let at = index; at < marks.length; at += 1) {
      const mark = marks[at];
      if (!mark || mark.end > first.start + LENGTH - LEAD) break;
      score += words.has(mark.word) ? 1 : NEW_WORD;
      words.add(mark.word);
    }
    if (score > bestScore) {
      bestScore = score;
      best = first.start;
    }
  });
  return best;
}

/** Moves the start to the beginning of a nearby sentence, and never inside a word or a character. */
function startOf(text: string, first: number): number {
  if (first <= LEAD) return 0;
  for (let at = first; at > first - LEAD; at -= 1) {
    if (SENTENCE_END.test(text.charAt(at - 1))) return text.charAt(at) === " " ? at + 1 : at;
  }
  return outside(text, first - LEAD, -1);
}

function endOf(text: string, wanted: number): number {
  return wanted >= text.length ? text.length : outside(text, wanted, 1);
}

/** Words are short; longer runs are cut anyway. */
const WORD_LENGTH_MAX = 30;

/** The nearest position in a direction that splits neither a Latin word nor a surrogate pair. */
function outside(text: string, from: number, direction: 1 | -1): number {
  let at = from;
  for (let moved = 0; moved < WORD_LENGTH_MAX && isInside(text, at); moved += 1) at += direction;
  return at;
}

function isInside(text: string, at: number): boolean {
  const [before, after] = [text.charAt(at - 1), text.charAt(at)];
  if (/[\udc00-\udfff]/.test(after)) return true;
  return LATIN_OR_DIGIT.test(before) && LATIN_OR_DIGIT.test(after);
}
