const WORDS = new Intl.Segmenter("zh", { granularity: "word" });
const CHARACTERS = new Intl.Segmenter("zh", { granularity: "grapheme" });
/** Punctuation that must not start a line, and that which must not end one. */
const CLOSING = /^[，。、；：？！）》」』】〉”’…—·%‰℃]/u;
const OPENING = /[（《「『【〈“‘]$/u;
/** Latin letters, digits and signs are one piece up to the next space: `C++`, `Node.js`, `a/b`. */
const LATIN_END = /[\u0021-\u024f]$/u;
const LATIN_START = /^[\u0021-\u024f]/u;

/** Approximate width in em of a heavy sans-serif font. */
export function widthOf(text: string): number {
  let width = 0;
  for (const character of text) width += /[MW@%mw—]/.test(character) ? 0.95 : emOf(character);
  return width;
}

function emOf(character: string): number {
  if (character >= "\u0250") return 1;
  return /[A-Z&]/.test(character) ? 0.7 : 0.58;
}

/** Cuts text to a width in em; what is cut ends in an ellipsis. */
export function cutTo(text: string, most: number): string {
  if (widthOf(text) <= most) return text;
  let kept = "";
  for (const { segment } of CHARACTERS.segment(text)) {
    if (widthOf(kept + segment) > most - 1) break;
    kept += segment;
  }
  return `${kept.trimEnd()}…`;
}

/**
 * Wraps a title between words into lines of about the same width.
 * @param most width of a line in em
 * @returns null if it takes more lines than `linesMax`
 */
export function balancedLines(title: string, most: number, linesMax: number): string[] | null {
  const pieces = piecesOf(title);
  let lines = filled(pieces, most);
  if (lines.length > linesMax) return null;
  for (let narrower = most - 0.5; narrower > 1; narrower -= 0.5) {
    const next = filled(pieces, narrower);
    if (next.length > lines.length || next.some((line) => widthOf(line) > most)) break;
    lines = next;
  }
  return lines;
}

/** The first `linesMax` lines of a title, each `most` em wide; the last one ends in an ellipsis. */
export function cutLines(title: string, most: number, linesMax: number): string[] {
  const lines = filled(piecesOf(title), most);
  const last = lines[linesMax - 1] ?? "";
  const shown = widthOf(last) > most - 1 ? cutTo(last, most - 0.01).replace(/…$/, "") : last;
  return [...lines.slice(0, linesMax - 1), `${shown.replace(/[\s，。、；：？！]+$/u, "")}…`];
}

/** Pieces of text between which a line may end. */
function piecesOf(title: string): string[] {
  const pieces: string[] = [];
  for (const { segment } of WORDS.segment(title.replace(/\s+/g, " ").trim())) {
    const before = pieces.at(-1);
    // One character between a comma and a word begins the line of that word.
    const begins = before?.length === 1 && CLOSING.test(pieces.at(-2)?.at(-1) ?? "");
    if (before !== undefined && (begins || isUnbroken(before, segment))) pieces[pieces.length - 1] = before + segment;
    else pieces.push(segment);
  }
  return pieces;
}

const isUnbroken = (before: string, after: string): boolean =>
  after === " " || CLOSING.test(after) || OPENING.test(before) || (LATIN_END.test(before) && LATIN_START.test(after));

function filled(pieces: string[], most: number): string[] {
  const lines: string[] = [""];
  for (const piece of pieces) {
    const line = `${lines.at(-1)}${piece}`;
    if (widthOf(line.trimEnd()) <= most) lines[lines.length - 1] = line;
    else if (widthOf(piece.trimEnd()) <= most) lines.push(piece);
    else lines.push(...broken(piece, most));
  }
  return lines.map((line) => line.trim()).filter(Boolean);
}

/** Breaks one long piece into lines. */
function broken(piece: string, most: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const { segment } of CHARACTERS.segment(piece)) {
    if (line && widthOf(line + segment) > most) {
      lines.push(line);
      line = "";
    }
    line += segment;
  }
  return [...lines, line];
}
