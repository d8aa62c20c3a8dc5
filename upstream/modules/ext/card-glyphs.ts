/** Fonts that words are drawn in, as `font-family`. */
export const CARD_FONTS =
  "PingFang SC, Microsoft YaHei, Noto Sans CJK SC, Noto Sans SC, Source Han Sans SC, WenQuanYi Micro Hei, sans-serif";
/** Characters that any font with Chinese has. */
const USUAL = /[\u0020-\u024f\u2010-\u2027\u2030-\u205e\u3000-\u30ff\u4e00-\u9fff\uff01-\uff60]/u;
/** Emoji (drawn as their silhouettes at best), what is not seen, and accents piled up on one letter. */
const LEFT_OUT =
  /\p{Emoji_Presentation}|(?![\d#*]).\ufe0f|[\u{1f000}-\u{1faff}]|\ufe0e|\ufe0f|\u20e3|\p{C}|(?<=\p{M}{2})\p{M}/gu;
const SIZE = 48;
const CELL = 2 * SIZE;
/** Pixels: the frames of a machine without any font are 8 wide, and dots and dashes are smaller. */
const FRAME_MIN = 6;
/** Number of characters whose answer is kept, and that one text may ask about. */
const KNOWN_MAX = 5000;
const ASKED_MAX = 40;

const known = new Map<string, boolean>();

/** Text without the characters that this machine's fonts lack, which would be drawn as boxes, and without emoji. */
export async function drawable(text: string): Promise<string> {
  const characters = [...text.normalize("NFC").replace(LEFT_OUT, "")];
  const asked = [...new Set(characters)].filter((character) => !USUAL.test(character) && !known.has(character));
  if (asked.length > 0) await look(asked.slice(0, ASKED_MAX));
  return characters
    .filter((character) => USUAL.test(character) || known.get(character))
    .join("")
    .replace(/\s+(?=[，。、；：？！）\s]|$)/g, "")
    .trimStart();
}

/** Whether this machine has a font with Chinese characters. */
export async function hasChinese(): Promise<boolean> {
  if (!known.has("文")) await look(["文"]);
  return known.get("文") ?? false;
}

/** Draws characters side by side, and sees which became a box or nothing. */
async function look(characters: string[]): Promise<void> {
  const { default: sharp } = await import("sharp");
  const texts = characters.map((character, index) => {
    const place = `x="${index * CELL + SIZE / 2}" y="${CELL * 0.7}"`;
    return `<text ${place} font-size="${SIZE}">&#${character.codePointAt(0)};</text>`;
  });
  const width = characters.length * CELL;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${CELL}" font-family="${CARD_FONTS}">${texts.join("")}</svg>`;
  const alpha = await sharp(Buffer.from(svg)).extractChannel("alpha").raw().toBuffer();
  if (known.size > KNOWN_MAX) known.clear();
  for (const [index, character] of characters.entries()) {
    const isInk = (x: number, y: number) => (alpha[y * width + index * CELL + x] ?? 0) > 60;
    known.set(character, isGlyph(isInk));
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
  const along = (from: number, to: number, ink: (at: number) => boolean) => {
    let count = 0;
    for (let at = from; at <= to; at += 1) count += ink(at) ? 1 : 0;
    return count >= 0.9 * (to - from + 1);
  };
  const isFrame =
    right - left > FRAME_MIN &&
    bottom - top > FRAME_MIN &&
    [top, bottom].every((y) => along(left, right, (x) => isInk(x, y))) &&
    [left, right].every((x) => along(top, bottom, (y) => isInk(x, y)));
  return !isFrame;
}
