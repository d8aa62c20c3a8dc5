import type { Accent } from "#app/contract/site/accents";
import { CARD_FONTS } from "./card-glyphs";
import { balancedLines, cutLines, cutTo, widthOf } from "./card-lines";

/** Text on a card. */
export type CardWords = { title: string; by: string; site: string };
/** Shape of a card: for sharing in general, or WeChat's thumbnail beside a title. */
export type CardShape = "wide" | "thumb";

/** Size of each shape in pixels. */
export const CARD_SIZES = { wide: { width: 1200, height: 630 }, thumb: { width: 300, height: 300 } } as const;
const MARGIN = 90;
/** Sizes of a title in pixels with the lines that fit. */
const SMALLEST = { size: 54, lines: 4 };
const TITLES = [{ size: 68, lines: 3 }, SMALLEST];
const LEADING = 1.35;
/** The line below: size in pixels; width of the site's name, and the gap before it, in em. */
const FOOT = { size: 34, site: 12, gap: 1.5 };
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

/** Draws a card as SVG; without words if no font has Chinese characters: boxes would be worse than nothing. */
export function cardSvg(words: CardWords | null, shape: CardShape, accent: Accent): string {
  const { width, height } = CARD_SIZES[shape];
  const hue = HUES[accent];
  const light = accent === "slate" ? 20 : 45;
  const back = [
    `<defs><linearGradient id="g" x2="1" y2="1"><stop stop-color="hsl(${hue} ${light}% 30%)"/><stop offset="1" stop-color="hsl(${hue} ${light}% 17%)"/></linearGradient></defs>`,
    `<rect width="${width}" height="${height}" fill="url(#g)"/>`,
    `<circle cx="${width * 0.94}" cy="${height * 0.08}" r="${height * 0.42}" fill="#fff" opacity=".06"/>`,
    `<circle cx="${width * 0.86}" cy="${height * 1.02}" r="${height * 0.3}" fill="#fff" opacity=".05"/>`,
  ];
  const text = words ? (shape === "thumb" ? thumbWords(words.site) : wideWords(words)) : [];
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" font-family="${CARD_FONTS}" fill="#fff">${[...back, ...text].join("")}</svg>`;
}

function wideWords({ title, by, site }: CardWords): string[] {
  const { width, height } = CARD_SIZES.wide;
  const { size, lines } = fitted(title, width - 2 * MARGIN);
  const step = size * LEADING;
  const top = (height - 80 - lines.length * step) / 2 + size;
  const name = cutTo(site, FOOT.site);
  const room = (width - 2 * MARGIN) / FOOT.size - widthOf(name) - FOOT.gap;
  return [
    ...lines.map((line, index) => textAt(line, { x: MARGIN, y: top + index * step, size }, 'font-weight="700"')),
    `<rect x="${MARGIN}" y="${height - 128}" width="56" height="6" rx="3" opacity=".8"/>`,
    textAt(cutTo(by, room), { x: MARGIN, y: height - 64, size: FOOT.size }, 'opacity=".85"'),
    textAt(name, { x: width - MARGIN, y: height - 64, size: FOOT.size }, 'font-weight="700" text-anchor="end"'),
  ];
}

/** Lines of a title in the largest size in which it fits; what doesn't fit in the smallest is cut. */
function fitted(title: string, width: number): { size: number; lines: string[] } {
  for (const { size, lines: most } of TITLES) {
    const lines = balancedLines(title, width / size, most);
    if (lines) return { size, lines };
  }
  return { size: SMALLEST.size, lines: cutLines(title, width / SMALLEST.size, SMALLEST.lines) };
}

/** The first characters of the site's name that fit. */
function thumbWords(site: string): string[] {
  const { width, height } = CARD_SIZES.thumb;
  const name = [...site].slice(0, 4).join("").trim();
  const size = Math.min(130, 240 / Math.max(1, widthOf(name)));
  return [textAt(name, { x: width / 2, y: height / 2 + size * 0.36, size }, 'font-weight="700" text-anchor="middle"')];
}

const textAt = (text: string, { x, y, size }: { x: number; y: number; size: number }, more: string): string =>
  `<text x="${x}" y="${y}" font-size="${size}" ${more}>${text.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`)}</text>`;
