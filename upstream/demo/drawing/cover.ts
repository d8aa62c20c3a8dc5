import { type Tones, tonesOf } from "./palette";
import { hashOf, type Random, randomFrom } from "./random";
import { circle, gradient, group, type Point, path, rect, scaledSvg, smooth, stroke, tag } from "./svg";

/**
 * Size of a cover in pixels. Twice the widest column's width would take twice the time, for each of some 150 covers.
 */
export const COVER = { width: 960, height: 504 };
/** Coordinate system of the drawing. */
const CANVAS = { width: 1200, height: 630 };

type Style = (random: Random, tones: Tones, width: number, height: number) => string;

/** Draws an abstract picture in the colours of a topic; `seed` determines the style and everything random. */
export function coverSvg(seed: string, topic: string): string {
  const { width, height } = CANVAS;
  const style = STYLES[hashOf(seed) % STYLES.length] as Style;
  return scaledSvg(COVER, CANVAS, style(randomFrom(`cover:${topic}:${seed}`), tonesOf(topic), width, height));
}

/** Layered hills under a low sun. */
const dunes: Style = (random, { tones, accent }, width, height) => {
  const sunX = width * random.between(0.25, 0.75);
  const layers = [tones[3], tones[2], tones[1], tones[0]].map((color, index) => {
    const base = height * (0.48 + index * 0.14);
    const points: Point[] = [];
    for (let step = -1; step <= 7; step++)
      points.push([(width * step) / 6, base + random.between(-60, 60) * (1 - index * 0.12)]);
    return path(`${smooth(points)}V${height}H-400Z`, color);
  });
  return [
    tag("defs", {}, gradient("sky", [tones[4], tones[3]], [0, 1])),
    rect(0, 0, width, height, "url(#sky)"),
    circle(sunX, height * 0.4, 150, accent, { opacity: 0.18 }),
    circle(sunX, height * 0.4, 96, accent),
    ...layers,
  ].join("");
};

/** Rings around a corner, with dots on them. */
const orbits: Style = (random, { tones, accent }, width, height) => {
  const [cx, cy] = [width * random.pick([0.12, 0.5, 0.88]), height * random.between(0.92, 1.1)];
  const rings: string[] = [];
  for (let index = 8; index >= 1; index--) {
    const radius = index * 104;
    rings.push(circle(cx, cy, radius, [tones[0], tones[1], tones[2]][index % 3] as string, { opacity: 0.32 }));
  }
  for (let index = 2; index <= 8; index++) {
    const radius = index * 104;
    const angle = random.between(Math.PI * 1.08, Math.PI * 1.92);
    const [x, y] = [cx + radius * Math.cos(angle), cy + radius * Math.sin(angle)];
    rings.push(circle(cx, cy, radius, "none", { stroke: tones[3], "stroke-width": 1.6, opacity: 0.5 }));
    rings.push(
      circle(x, y, random.between(9, 30), index % 3 === 0 ? accent : (random.pick([tones[3], tones[4]]) as string)),
    );
  }
  return [
    tag("defs", {}, gradient("back", [tones[0], tones[1]])),
    rect(0, 0, width, height, "url(#back)"),
    ...rings,
    circle(cx, cy, 100, accent),
  ].join("");
};

/** Quarter circles on a grid. */
const tiles: Style = (random, { tones, accent }, width, height) => {
  const size = 210;
  const colors = [tones[0], tones[1], tones[2], tones[3], tones[4], accent];
  const forms = [
    `M0 0A${size} ${size} 0 0 1 ${size} ${size}H0Z`,
    `M${size} 0A${size} ${size} 0 0 0 0 ${size}H${size}Z`,
    `M0 0H${size}A${size} ${size} 0 0 1 0 ${size}Z`,
    `M0 ${size / 2}a${size / 2} ${size / 2} 0 0 1 ${size} 0Z`,
    `M${size / 2} 0a${size / 2} ${size / 2} 0 0 0 0 ${size}Z`,
    `M${size / 2} ${size * 0.22}a${size * 0.28} ${size * 0.28} 0 1 1-.1 0Z`,
    `M0 0H${size}L0 ${size}Z`,
  ];
  const cells: string[] = [];
  for (let y = 0; y < height; y += size)
    for (let x = 0; x < width; x += size) {
      const back = random.whole(0, 4);
      const front = random.chance(0.2) ? 5 : (back + random.whole(2, 3)) % 5;
      cells.push(rect(x, y, size + 0.5, size + 0.5, colors[back] as string));
      cells.push(group({ transform: `translate(${x} ${y})` }, path(random.pick(forms), colors[front] as string)));
    }
  return cells.join("");
};

/** A band of parallel curves. */
const ribbons: Style = (random, { tones, accent }, width, height) => {
  const [start, end] = [random.between(0.1, 0.5) * height, random.between(0.2, 0.7) * height];
  const bend = random.between(180, 340) * random.pick([1, -1]);
  const count = 13;
  const lines = Array.from({ length: count }, (_, index) => {
    const t = index / (count - 1);
    const color =
      index === 4 ? accent : ([tones[0], tones[1], tones[2], tones[3]][Math.min(3, Math.floor(t * 4))] as string);
    const d = `M-40 ${start + t * 260}C${width * 0.32} ${start + bend + t * 130} ${width * 0.62} ${end - bend + t * 330} ${width + 40} ${end + t * 170}`;
    return stroke(d, color, 17, { "stroke-linecap": "butt" });
  });
  return [
    tag("defs", {}, gradient("back", ["#ffffff", tones[4]])),
    rect(0, 0, width, height, "url(#back)"),
    ...lines,
  ].join("");
};

/** Sheets of paper cut in circles, one behind the other. */
const paperCut: Style = (random, { tones, accent }, width, height) => {
  const [cx, cy] = [width * random.between(0.35, 0.65), height * random.between(0.42, 0.58)];
  const rings = [tones[3], tones[2], tones[1], tones[0]].flatMap((color, index) => {
    const radius = 470 - index * 105;
    const points: Point[] = [];
    const corners = 9;
    for (let corner = 0; corner < corners; corner++) {
      const angle = (corner / corners) * Math.PI * 2;
      const r = radius * random.between(0.86, 1.1);
      points.push([cx + r * Math.cos(angle) * 1.35, cy + r * Math.sin(angle)]);
    }
    const closed = smooth([...points, points[0] as Point]);
    const edge = group({ transform: "translate(0 -7)" }, path(closed, "#000000", { opacity: 0.1 }));
    return [edge, path(closed, color)];
  });
  return [rect(0, 0, width, height, tones[4]), ...rings, circle(cx + random.between(-30, 30), cy, 46, accent)].join("");
};

/** Ridges behind ridges, drawn as lines. */
const ridges: Style = (random, { tones, accent }, width, height) => {
  const peak = random.between(0.3, 0.7);
  const rows: string[] = [];
  const count = 17;
  for (let row = 0; row < count; row++) {
    const base = 170 + (row / count) * (height - 170);
    const points: Point[] = [];
    for (let step = 0; step <= 20; step++) {
      const t = step / 20;
      const near = Math.exp(-((t - peak) ** 2) / 0.045);
      points.push([t * width, base - near * random.between(60, 150) - random.between(0, 8)]);
    }
    const color = row === 9 ? accent : tones[row % 2 ? 3 : 2];
    rows.push(path(`${smooth(points)}V${base + 40}H0Z`, tones[0]), stroke(smooth(points), color, row === 9 ? 4 : 2.4));
  }
  return [rect(0, 0, width, height, tones[0]), ...rows].join("");
};

/** A heap of blocks seen from above. */
const blocks: Style = (random, { tones, accent }, width, height) => {
  const [w, h] = [64, 37];
  const faces: string[] = [];
  const columns = 7;
  for (let row = 0; row < columns; row++)
    for (let column = 0; column < columns; column++) {
      const x = width / 2 + (column - row) * w;
      const far = Math.abs(column - 3) + Math.abs(row - 3);
      const tall = Math.max(18, random.between(30, 210) - far * 18);
      const y = height * 0.34 + (column + row) * h - tall;
      const top = random.chance(0.12) ? accent : random.pick([tones[3], tones[4], tones[3]]);
      faces.push(path(`M${x - w} ${y}v${tall}l${w} ${h}v${-tall}Z`, tones[2]));
      faces.push(path(`M${x + w} ${y}v${tall}l${-w} ${h}v${-tall}Z`, tones[1]));
      faces.push(path(`M${x} ${y - h}l${w} ${h}l${-w} ${h}l${-w} ${-h}Z`, top));
    }
  return [
    tag("defs", {}, gradient("back", [tones[0], tones[1]], [0, 1])),
    rect(0, 0, width, height, "url(#back)"),
    ...faces,
  ].join("");
};

/** Leaves of colour that cover one another in part. */
const petals: Style = (random, { tones, accent }, width, height) => {
  const [cx, cy] = [width * random.between(0.3, 0.7), height * random.between(0.5, 0.62)];
  const count = random.pick([8, 9, 10, 12]);
  const petal = (angle: number, length: number, color: string, opacity: number) =>
    group(
      { transform: `rotate(${angle} ${cx} ${cy})`, opacity },
      path(
        `M${cx} ${cy}c${-length * 0.34} ${-length * 0.3} ${-length * 0.3} ${-length * 0.8} 0 ${-length}c${length * 0.3} ${length * 0.2} ${length * 0.34} ${length * 0.7} 0 ${length}Z`,
        color,
      ),
    );
  const turn = random.between(0, 40);
  return [
    tag("defs", {}, gradient("back", [tones[4], "#ffffff"])),
    rect(0, 0, width, height, "url(#back)"),
    ...Array.from({ length: count }, (_, i) => petal(turn + (i * 360) / count, 520, tones[3], 0.55)),
    ...Array.from({ length: count }, (_, i) => petal(turn + ((i + 0.5) * 360) / count, 390, tones[2], 0.62)),
    ...Array.from({ length: count }, (_, i) => petal(turn + (i * 360) / count, 260, tones[1], 0.7)),
    circle(cx, cy, 52, accent),
  ].join("");
};

/** A field of dots whose size follows two waves. */
const dots: Style = (random, { tones, accent }, width, height) => {
  const gap = 42;
  const [a, b, c] = [random.between(0.003, 0.006), random.between(0.004, 0.008), random.between(0, 6)];
  const marks: string[] = [];
  for (let y = gap / 2; y < height; y += gap)
    for (let x = gap / 2; x < width; x += gap) {
      const value = (Math.sin(x * a + c) + Math.cos(y * b + x * 0.002 + c) + 2) / 4;
      const radius = 2 + value * 17;
      marks.push(circle(x, y, radius, value > 0.86 ? accent : value > 0.5 ? tones[3] : tones[2]));
    }
  return [
    tag("defs", {}, gradient("back", [tones[1], tones[0]])),
    rect(0, 0, width, height, "url(#back)"),
    ...marks,
  ].join("");
};

const STYLES: readonly Style[] = [dunes, paperCut, dots, ridges, orbits, blocks, petals, tiles, ribbons];
