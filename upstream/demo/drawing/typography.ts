import { sheet } from "./chart-frame";
import { BLUE, CORAL, GREEN, INK } from "./palette";
import { randomFrom } from "./random";
import { circle, figures, group, path, rect, stroke } from "./svg";

/** Characters of only straight strokes, on a grid of 10: 口日田中王土工三十目山正上下. */
const CHARACTERS = [
  "M2 2H8V8.5H2Z",
  "M2.5 1.5H7.5V9H2.5ZM2.5 5.2H7.5",
  "M1.5 2H8.5V8.5H1.5ZM1.5 5.2H8.5M5 2V8.5",
  "M1.5 3H8.5V6.5H1.5ZM5 .8V9.4",
  "M1.6 1.8H8.4M2 5H8M1 8.6H9M5 1.8V8.6",
  "M2 4H8M1 8.6H9M5 .8V8.6",
  "M1.8 2H8.2M1 8.6H9M5 2V8.6",
  "M1.8 2H8.2M2.4 5H7.6M1 8.6H9",
  "M1 4.4H9M5 .8V9.4",
  "M2.5 1.2H7.5V9H2.5ZM2.5 3.8H7.5M2.5 6.4H7.5",
  "M5 1V8.4M1.5 4V8.6H8.5V4",
  "M1.2 1.6H8.8M5 1.6V8.6M5 5H8M2.4 4.6V8.6M.8 8.6H9.2",
  "M4.6 1V8.6M4.6 4.4H8M1 8.6H9",
  "M1 1.8H9M4.8 1.8V9.4M5 4.6L7.6 6.2",
];

/** Line of Chinese characters, each in its square. */
function characters(x: number, y: number, size: number, count: number, color: string): string {
  const random = randomFrom(`${x}:${y}:${count}`);
  const glyphs = Array.from({ length: count }, (_, i) => {
    const scale = (size * 0.96) / 10;
    return group(
      { transform: `translate(${(x + i * size).toFixed(1)} ${y.toFixed(1)}) scale(${scale.toFixed(3)})` },
      path(random.pick(CHARACTERS), "none"),
    );
  });
  return group({ stroke: color, "stroke-width": 0.9, "stroke-linecap": "square" }, ...glyphs);
}

/** Type scale: font sizes with line heights and characters per line. */
export function typeScale(): string {
  const sizes = [34, 26, 21, 17, 14];
  let y = 84;
  const rows = sizes.map((size, index) => {
    const lines = index < 2 ? 1 : 2;
    const leading = size * 1.75;
    const count = Math.floor(800 / size);
    const text = Array.from({ length: lines }, (_, line) =>
      characters(
        300,
        y + line * leading,
        size,
        line === lines - 1 ? Math.floor(count * 0.72) : count,
        index === 2 ? INK : "#7d8496",
      ),
    );
    const high = (lines - 1) * leading + size;
    const row = [
      index === 2 ? rect(60, y - 26, 1160, high + 50, "#eef3fe", { rx: 12 }) : "",
      figures(String(size - (size > 30 ? 2 : 0)), 130, y + high / 2, {
        anchor: "end",
        size: 26,
        color: index === 2 ? BLUE : INK,
        weight: 1.9,
      }),
      figures((1.4 + index * 0.1).toFixed(2), 240, y + high / 2, { anchor: "end", size: 18 }),
      ...text,
      stroke(`M1150 ${y}h22M1161 ${y}v${high}M1150 ${y + high}h22`, CORAL, 2.5),
    ].join("");
    y += high + 66;
    return row;
  });
  return sheet(...rows);
}

/** Contrast sheet: three grays on white and on near-white. */
export function contrast(): string {
  const cells = ["#ffffff", "#f1f2f5"].flatMap((back, row) =>
    [
      { color: "#595f6d", ratio: row ? "5.7" : "6.4" },
      { color: "#767c8a", ratio: row ? "3.7" : "4.2" },
      { color: "#a4a9b5", ratio: row ? "2.1" : "2.4" },
    ].map(({ color, ratio }, column) => {
      const [x, y] = [50 + column * 400, 50 + row * 320];
      const passes = Number(ratio) >= 4.5;
      return [
        rect(x, y, 380, 300, back, { rx: 16, stroke: "#e4e6eb", "stroke-width": 1.5 }),
        characters(x + 34, y + 44, 30, 9, color),
        characters(x + 34, y + 96, 19, 15, color),
        characters(x + 34, y + 130, 19, 11, color),
        figures(ratio, x + 36, y + 236, { size: 44, color, weight: 2 }),
        circle(x + 324, y + 236, 26, passes ? GREEN : CORAL, { opacity: 0.16 }),
        stroke(
          passes ? `M${x + 312} ${y + 237}l9 9 16-19` : `M${x + 315} ${y + 227}l18 18m0-18l-18 18`,
          passes ? GREEN : CORAL,
          5,
        ),
      ].join("");
    }),
  );
  return sheet(...cells);
}
