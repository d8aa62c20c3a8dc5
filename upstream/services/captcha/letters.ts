import { randomInt, timingSafeEqual } from "node:crypto";
import { MINUTE } from "#runtime/time-units";
import { type Captcha, EMPTY_QUESTION } from "./captcha";
import { LETTERS, strokesOf } from "./stroke-letters";

const COUNT = 5;
/** Width of the picture in pixels. */
const WIDTH = 180;
const HEIGHT = 60;
const CELL = (WIDTH - 20) / COUNT;
const NOISE_LINES = 5;

type LettersAnswer = { letters: string };

/**
 * Captcha with letters to type from a picture; works without JavaScript. They are drawn as strokes, so no font is
 * needed or revealed.
 */
export const letters: Captcha<LettersAnswer> = {
  lifetime: 10 * MINUTE,

  async ask() {
    const asked = Array.from({ length: COUNT }, () => LETTERS[randomInt(LETTERS.length)]).join("");
    const { default: sharp } = await import("sharp");
    const picture = await sharp(Buffer.from(draw(asked)))
      .png({ palette: true })
      .toBuffer();
    return {
      question: { ...EMPTY_QUESTION, originalImageBase64: picture.toString("base64") },
      answer: { letters: asked },
    };
  },

  async check({ letters: asked }, given) {
    const typed = Buffer.from(given.normalize("NFKC").replace(/\s/g, "").toUpperCase());
    const right = Buffer.from(asked);
    return typed.length === right.length && timingSafeEqual(typed, right);
  },

  proof: () => null,
};

const between = (low: number, high: number): number => low + (randomInt(10_000) / 10_000) * (high - low);
const ink = (): string => `hsl(${randomInt(360)} 60% ${randomInt(20, 40)}%)`;

function draw(asked: string): string {
  const bend = wave();
  const drawn = [...asked].map((letter, index) => drawLetter(letter, 10 + index * CELL, bend));
  const noise = Array.from({ length: NOISE_LINES }, () => {
    const [y, dip] = [between(5, HEIGHT - 5), between(-30, 30)];
    const path = `M0 ${y} C${WIDTH / 3} ${y + dip} ${(WIDTH * 2) / 3} ${y - dip} ${WIDTH} ${between(5, HEIGHT - 5)}`;
    return `<path d="${path}" fill="none" stroke="${ink()}" stroke-width="${between(1, 1.8)}" stroke-opacity="0.7"/>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">
    <rect width="100%" height="100%" fill="#f4f4f6"/>${noise.join("")}${drawn.join("")}</svg>`;
}

/** Random vertical displacement of the picture at `x`. */
function wave(): (x: number) => number {
  const [height, length, phase] = [between(2, 5), between(18, 30), between(0, 7)];
  return (x) => height * Math.sin(x / length + phase);
}

function drawLetter(letter: string, left: number, bend: (x: number) => number): string {
  const [size, turn, slant] = [between(5, 6.2), between(-0.35, 0.35), between(-0.25, 0.25)];
  const [centreX, centreY] = [left + CELL / 2, HEIGHT / 2 + between(-4, 4)];
  const path = strokesOf(letter)
    .map((line) =>
      line.map(([gridX, gridY]) => {
        const dy = (gridY - 3) * size;
        const dx = (gridX - 2) * size + slant * dy;
        const x = centreX + dx * Math.cos(turn) - dy * Math.sin(turn) + between(-0.8, 0.8);
        const y = centreY + dx * Math.sin(turn) + dy * Math.cos(turn) + between(-0.8, 0.8);
        return `${x.toFixed(1)} ${(y + bend(x)).toFixed(1)}`;
      }),
    )
    .map((points) => `M${points.join(" L")}`)
    .join(" ");
  return `<path d="${path}" fill="none" stroke="${ink()}" stroke-width="${between(2.4, 3.4)}" stroke-linecap="round" stroke-linejoin="round"/>`;
}
