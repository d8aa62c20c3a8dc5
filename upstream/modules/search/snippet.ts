import type { Runs } from "#app/contract/search";
import { type Mark, type Marker, runsOf } from "./marks";

/** Characters of a snippet. */
const LENGTH = 110;
/** Characters shown before the first word, at most. */
const LEAD = 24;
/** A word that wasn't in the window yet says more than another time the same. */
const NEW_WORD = 10;
const SENTENCE_END = /[。！？；!?;]/;
const LATIN_OR_DIGIT = /[A-Za-z0-9]/;

/** A block that reads by itself: it ends like a sentence, or is as long as one. Cells, headings and code do not. */
const SENTENCE = /[。！？!?…][”’"'」』）)\]]*$|\.["')]*$|^(?=.*[，。；]).{24,}$/u;
/** Between blocks that are no sentences, so that cells of a table are not read as one. */
const BETWEEN = " · ";

/**
 * The stretch of a text (a block a line) that shows most of the words, marked; its beginning when none of them is there.
 * Sentences come before cells, headings and code, which only show where nothing else has a word.
 */
export function snippetOf(body: string, marker: Marker): Runs {
  const blocks = body
    .split("\n")
    .map((block) => block.replace(/\s+/g, " ").trim())
    .filter(Boolean);
  const sentences = blocks.filter((block) => SENTENCE.test(block)).reduce(joined, "");
  const marks = marker(sentences);
  if (marks.length > 0) return windowOf(sentences, marks);
  const all = blocks.join(BETWEEN);
  const elsewhere = marker(all);
  return elsewhere.length > 0 || sentences === "" ? windowOf(all, elsewhere) : windowOf(sentences, marks);
}

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

/** Beginning of the window of the best cluster of marks; 0 when there are none. */
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

/** Begins at a sentence where one begins shortly before, and never inside a word or a character. */
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

/** Words are short; what goes on for longer is cut anyway. */
const WORD_LENGTH_MAX = 30;

/** The nearest place in a direction where a cut splits neither a Latin word nor a surrogate pair. */
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
