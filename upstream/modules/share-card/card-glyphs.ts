/** Fonts of a card's text, as a value of `font-family`. */
export const CARD_FONTS =
  "PingFang SC, Microsoft YaHei, Noto Sans CJK SC, Noto Sans SC, Source Han Sans SC, WenQuanYi Micro Hei, sans-serif";
/** Characters that every Chinese font has. */
const USUAL = /[\u0020-\u024f\u2010-\u2027\u2030-\u205e\u3000-\u30ff\u4e00-\u9fff\uff01-\uff60]/u;
/** Emoji (of which only the silhouette would be drawn), invisible characters, and all but two accents on a letter. */
const LEFT_OUT =
  /\p{Emoji_Presentation}|(?![\d#*]).\ufe0f|[\u{1f000}-\u{1faff}]|\ufe0e|\ufe0f|\u20e3|\p{C}|(?<=\p{M}{2})\p{M}/gu;
/** Font size in pixels of a probed character, and the side of the square that it is drawn in. */
const SIZE = 48;
const CELL = 2 * SIZE;
/** Size in pixels above which a frame is a missing glyph's: at least 8 without any font, and more than dots and dashes. */
const FRAME_MIN = 6;
/** Maximum number of cached results, and of characters that one text may have probed. */
const KNOWN_MAX = 5000;
const PROBED_MAX = 40;

/** Whether this machine's fonts have a character. */
type Known = Map<string, boolean>;

/** Results so far; replaced when there are too many, so that a text still being measured keeps those it has seen. */
let known: Known = new Map();

/** Removes emoji, and the characters that this machine's fonts lack, which would be drawn as boxes. */
export async function drawable(text: string): Promise<string> {
  const results = known;
  const characters = [...text.normalize("NFC").replace(LEFT_OUT, "")];
  const unknown = [...new Set(characters)].filter((character) => !USUAL.test(character) && !results.has(character));
  if (unknown.length > 0) await probe(unknown.slice(0, PROBED_MAX), results);
  return characters
    .filter((character) => USUAL.test(character) || results.get(character))
    .join("")
    .replace(/\s+(?=[，。、；：？！）\s]|$)/g, "")
    .trimStart();
}

/** Whether this machine has a font with Chinese characters. */
export async function hasChinese(): Promise<boolean> {
  const results = known;
  if (!results.has("文")) await probe(["文"], results);
  return results.get("文") ?? false;
}

/** Draws characters side by side, and records which of them are more than a box or nothing. */
async function probe(characters: string[], results: Known): Promise<void> {
  const { default: sharp } = await import("sharp");
  const texts = characters.map((character, index) => {
    const place = `x="${index * CELL + SIZE / 2}" y="${CELL * 0.7}"`;
    return `<text ${place} font-size="${SIZE}">&#${character.codePointAt(0)};</text>`;
  });
  const width = characters.length * CELL;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${CELL}" font-family="${CARD_FONTS}">${texts.join("")}</svg>`;
  const alpha = await sharp(Buffer.from(svg)).extractChannel("alpha").raw().toBuffer();
  if (known.size > KNOWN_MAX) known = new Map();
  for (const [index, character] of characters.entries()) {
    const isInk = (x: number, y: number) => (alpha[y * width + index * CELL + x] ?? 0) > 60;
    results.set(character, isGlyph(isInk));
  }
}

/** Whether a cell has ink, and not just the frame that stands for a missing glyph. */
function isGlyph(isInk: (x: number, y: number) => boolean): boolean {
  let [left, right, top, bottom] = [CELL, -1, CELL, -1];
  for (let y = 0; y < CELL; y += 1) {
    for (let x = 0; x < CELL; x += 1) {
      if (!isInk(x, y)) continue;
      [left, right, top, bottom] = [Math.min(left, x), Math.max(right, x), Math.min(top, y), Math.max(bottom, y)];
    }
  }
  if (right < 0) return false;
  const isLine = (from: number, to: number, hasInk: (at: number) => boolean) => {
    let count = 0;
    for (let at = from; at <= to; at += 1) count += hasInk(at) ? 1 : 0;
    return count >= 0.9 * (to - from + 1);
  };
  const isFrame =
    right - left > FRAME_MIN &&
    bottom - top > FRAME_MIN &&
    [top, bottom].every((y) => isLine(left, right, (x) => isInk(x, y))) &&
    [left, right].every((x) => isLine(top, bottom, (y) => isInk(x, y)));
  return !isFrame;
}
