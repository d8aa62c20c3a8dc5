import { randomInt } from "node:crypto";

/** Width in pixels, as in AJ-Captcha, whose clients scale to it. */
export const SLIDER_WIDTH = 310;
/** Height of the picture in pixels. */
export const SLIDER_HEIGHT = 155;
/** Side of the sliding piece in pixels. */
export const PIECE_SIZE = 47;

/** Margin within the piece's square, for its knobs. */
const MARGIN = 8;
const KNOB = 6;
const HILLS = 4;

/**
 * Draws a landscape with a missing piece at (x, y), and the piece on a strip of the picture's height. Landscape, piece
 * and decoy are random. Both are PNG.
 */
export async function drawSlider({ x, y }: { x: number; y: number }): Promise<{ original: Buffer; jigsaw: Buffer }> {
  // Loaded with the first captcha, because it takes longer to load than everything else at startup.
  const { default: sharp } = await import("sharp");
  const landscape = await sharp(Buffer.from(svg(SLIDER_WIDTH, drawLandscape())))
    .png()
    .toBuffer();
  const shape = piecePath();
  const strip = await sharp(landscape)
    .extract({ left: x, top: 0, width: PIECE_SIZE, height: SLIDER_HEIGHT })
    .png()
    .toBuffer();
  const [jigsaw, original] = await Promise.all([
    sharp(strip)
      .ensureAlpha()
      .composite([
        { input: strokes(PIECE_SIZE, at(0, y, shape, 'fill="#fff"')), blend: "dest-in" },
        { input: strokes(PIECE_SIZE, at(0, y, shape, 'fill="none" stroke="#fff" stroke-width="1.5"')) },
      ])
      .png()
      .toBuffer(),
    sharp(landscape)
      .composite([
        {
          input: strokes(SLIDER_WIDTH, at(x, y, shape, 'fill="#000" fill-opacity="0.5" stroke="#fff"') + drawDecoy(x)),
        },
      ])
      .png({ palette: true })
      .toBuffer(),
  ]);
  return { original, jigsaw };
}

const svg = (width: number, content: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${SLIDER_HEIGHT}">${content}</svg>`;
const strokes = (width: number, content: string): Buffer => Buffer.from(svg(width, content));
const at = (x: number, y: number, path: string, paint: string): string =>
  `<path transform="translate(${x} ${y})" d="${path}" ${paint}/>`;
const between = (low: number, high: number): number => low + (randomInt(10_000) / 10_000) * (high - low);

/** Returns SVG of sky, sun and hills in similar colours. */
function drawLandscape(): string {
  const hue = randomInt(360);
  const parts = [
    `<defs><linearGradient id="sky" x2="${between(0, 0.4)}" y2="1">`,
    `<stop stop-color="hsl(${hue} 60% 78%)"/><stop offset="1" stop-color="hsl(${hue + 40} 70% 90%)"/>`,
    `</linearGradient></defs><rect width="100%" height="100%" fill="url(#sky)"/>`,
    `<circle cx="${between(30, 280)}" cy="${between(15, 60)}" r="${between(10, 24)}" fill="hsl(${hue + 60} 90% 94%)"/>`,
  ];
  for (let hill = 0; hill < HILLS; hill += 1) {
    const base = 45 + (hill * (SLIDER_HEIGHT - 45)) / HILLS;
    const [height, length, phase] = [between(8, 26), between(35, 90), between(0, 7)];
    const ridge = Array.from({ length: 32 }, (_, index) => {
      const x = index * 10;
      return `${x},${(base + height * Math.sin(x / length + phase) + between(-3, 3)).toFixed(1)}`;
    });
    const colour = `hsl(${hue + 150 + hill * 12} ${35 + hill * 6}% ${62 - hill * 12}%)`;
    parts.push(`<polygon points="0,${SLIDER_HEIGHT} ${ridge.join(" ")} 310,${SLIDER_HEIGHT}" fill="${colour}"/>`);
  }
  for (let tree = 0; tree < 24; tree += 1) {
    const [x, y, size] = [between(0, 310), between(70, 155), between(3, 9)];
    const colour = `hsl(${hue + between(120, 200)} 40% ${between(20, 60)}%)`;
    parts.push(`<path d="M${x} ${y - size * 2} l${size} ${size * 2} h${-2 * size} z" fill="${colour}"/>`);
  }
  return parts.join("");
}

/** Returns the path of a square with a knob, a notch or nothing on each side. */
function piecePath(): string {
  const side = PIECE_SIZE - 2 * MARGIN;
  const half = side / 2 - KNOB;
  const bump = () => {
    const sweep = randomInt(3);
    return sweep === 2 ? null : sweep;
  };
  const edge = (dx: number, dy: number): string => {
    const sweep = bump();
    if (sweep === null) return `l${dx * side} ${dy * side}`;
    const arc = `a${KNOB} ${KNOB} 0 0 ${sweep} ${dx * 2 * KNOB} ${dy * 2 * KNOB}`;
    return `l${dx * half} ${dy * half} ${arc} l${dx * half} ${dy * half}`;
  };
  return `M${MARGIN} ${MARGIN} ${edge(1, 0)} ${edge(0, 1)} ${edge(-1, 0)} ${edge(0, -1)} z`;
}

/** Returns a fainter hole elsewhere that the piece does not fit. */
function drawDecoy(x: number): string {
  const places = [x - PIECE_SIZE - 20, x + PIECE_SIZE + 20].filter(
    (left) => left > 5 && left < SLIDER_WIDTH - PIECE_SIZE,
  );
  const left = places[randomInt(places.length)] ?? 5;
  const top = randomInt(5, SLIDER_HEIGHT - PIECE_SIZE - 5);
  return at(left, top, piecePath(), 'fill="#000" fill-opacity="0.28" stroke="#fff" stroke-opacity="0.6"');
}
