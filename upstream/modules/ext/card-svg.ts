import type { Accent } from "#app/contract/site/accents";

/** Text on a card. */
export type CardWords = { title: string; by: string; site: string };
/** Shape of a card: for sharing in general, or WeChat's thumbnail beside a title. */
export type CardShape = "wide" | "thumb";

/** Size of each shape in pixels. */
export const CARD_SIZES = { wide: { width: 1200, height: 630 }, thumb: { width: 300, height: 300 } } as const;
const MARGIN = 90;
const TITLE = { size: 68, lines: 3, leading: 1.35 };
const FONTS =
  "PingFang SC, Microsoft YaHei, Noto Sans CJK SC, Noto Sans SC, Source Han Sans SC, WenQuanYi Micro Hei, sans-serif";
/** Hues in degrees. */
const HUES: Record<Accent, number> = {
  green: 165,
  blue: 212,
  indigo: 235,
  violet: 265,
  rose: 345,
  red: 5,
  brown: 30,
  teal: 185,
  slate: 215,
};

/** Draws a card as SVG. `words` is false if no font has Chinese characters: boxes would be worse than nothing. */
export function cardSvg({ title, by, site }: CardWords, shape: CardShape, accent: Accent, words: boolean): string {
  const { width, height } = CARD_SIZES[shape];
  const hue = HUES[accent];
  const light = accent === "slate" ? 20 : 45;
  const back = [
    `<defs><linearGradient id="g" x2="1" y2="1"><stop stop-color="hsl(${hue} ${light}% 30%)"/><stop offset="1" stop-color="hsl(${hue} ${light}% 17%)"/></linearGradient></defs>`,
    `<rect width="${width}" height="${height}" fill="url(#g)"/>`,
    `<circle cx="${width * 0.94}" cy="${height * 0.08}" r="${height * 0.42}" fill="#fff" opacity=".06"/>`,
    `<circle cx="${width * 0.86}" cy="${height * 1.02}" r="${height * 0.3}" fill="#fff" opacity=".05"/>`,
  ];
  const text = words ? (shape === "thumb" ? thumbWords(site) : wideWords({ title, by, site })) : [];
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" font-family="${FONTS}" fill="#fff">${[...back, ...text].join("")}</svg>`;
}

function wideWords({ title, by, site }: CardWords): string[] {
  const { width, height } = CARD_SIZES.wide;
  const lines = wrapped(title, (width - 2 * MARGIN) / TITLE.size);
  const step = TITLE.size * TITLE.leading;
  const top = (height - 80 - lines.length * step) / 2 + TITLE.size;
  return [
    ...lines.map((line, index) => textAt(line, MARGIN, top + index * step, TITLE.size, 'font-weight="700"')),
    `<rect x="${MARGIN}" y="${height - 128}" width="56" height="6" rx="3" opacity=".8"/>`,
    textAt(cut(by, 24), MARGIN, height - 64, 34, 'opacity=".85"'),
    textAt(cut(site, 14), width - MARGIN, height - 64, 34, 'font-weight="700" text-anchor="end"'),
  ];
}

/** The first characters of the site's name that fit. */
function thumbWords(site: string): string[] {
  const { width, height } = CARD_SIZES.thumb;
  const name = cut(site, 4).replace("…", "");
  const size = Math.min(130, 240 / Math.max(1, widthOf(name)));
  return [textAt(name, width / 2, height / 2 + size * 0.36, size, 'font-weight="700" text-anchor="middle"')];
}

const textAt = (text: string, x: number, y: number, size: number, more: string): string =>
  `<text x="${x}" y="${y}" font-size="${size}" ${more}>${escapeXml(text)}</text>`;

const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escapeXml = (text: string): string => text.replace(/[&<>"]/g, (sign) => ENTITIES[sign] ?? "");

/** Approximate width in em: a Latin letter takes little more than half of a Chinese character. */
const widthOf = (text: string): number => {
  let width = 0;
  for (const character of text) width += character < "\u0250" ? 0.58 : 1;
  return width;
};

function cut(text: string, most: number): string {
  const characters = [...text];
  return characters.length > most ? `${characters.slice(0, most).join("")}…` : text;
}

/** Wraps a title between Chinese characters and Latin words; overflow ends in an ellipsis. */
function wrapped(title: string, most: number): string[] {
  const pieces =
    title
      .replace(/\s+/g, " ")
      .trim()
      .match(/[\w.,:;'’"/+#&@()-]+ ?|\s|./gsu) ?? [];
  const lines: string[] = [""];
  for (const piece of pieces) {
    const line = lines.at(-1) ?? "";
    // Closing punctuation must not start a line.
    if (widthOf(line + piece.trimEnd()) <= most || /^[，。、；：？！）》」』”…]/.test(piece)) {
      lines[lines.length - 1] = line + piece;
    } else lines.push(...inPieces(piece.trimStart(), most));
  }
  const shown = lines.filter((line) => line.trim()).map((line) => line.trim());
  if (shown.length <= TITLE.lines) return shown;
  const last = shown[TITLE.lines - 1] ?? "";
  return [...shown.slice(0, TITLE.lines - 1), `${[...last].slice(0, -1).join("")}…`];
}

/** Breaks one long word into lines. */
function inPieces(word: string, most: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const character of word) {
    if (widthOf(line + character) > most) {
      lines.push(line);
      line = "";
    }
    line += character;
  }
  return [...lines, line];
}
