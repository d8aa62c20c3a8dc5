/** SVG as text. No `<text>`: a bare machine may have no fonts, so words are drawn as bars and numbers as strokes. */
export type Attributes = Record<string, string | number | undefined>;
/** Place in a picture, in pixels from its upper left corner. */
export type Point = readonly [x: number, y: number];

const short = (value: string | number) => (typeof value === "number" ? String(Math.round(value * 100) / 100) : value);

/** An SVG element; undefined attributes are omitted. */
export function tag(name: string, attributes: Attributes, ...children: string[]): string {
  const written = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ` ${key}="${short(value as string | number)}"`)
    .join("");
  return children.length ? `<${name}${written}>${children.join("")}</${name}>` : `<${name}${written}/>`;
}

/** A picture of this size in pixels. */
export const svg = (width: number, height: number, ...children: string[]): string =>
  scaledSvg({ width, height }, { width, height }, ...children);

type Size = { width: number; height: number };

/** A picture with a size in pixels, drawn in other units. */
export const scaledSvg = (pixels: Size, canvas: Size, ...children: string[]): string =>
  tag(
    "svg",
    { xmlns: "http://www.w3.org/2000/svg", ...pixels, viewBox: `0 0 ${canvas.width} ${canvas.height}` },
    ...children,
  );

/** A filled rectangle. */
export const rect = (
  x: number,
  y: number,
  width: number,
  height: number,
  fill: string,
  more: Attributes = {},
): string => tag("rect", { x, y, width, height, fill, ...more });

/** A filled circle. */
export const circle = (cx: number, cy: number, r: number, fill: string, more: Attributes = {}): string =>
  tag("circle", { cx, cy, r, fill, ...more });

/** A filled path. */
export const path = (d: string, fill: string, more: Attributes = {}): string => tag("path", { d, fill, ...more });

/** A line along a path. */
export const stroke = (d: string, color: string, width: number, more: Attributes = {}): string =>
  tag("path", {
    d,
    fill: "none",
    stroke: color,
    "stroke-width": width,
    "stroke-linecap": "round",
    "stroke-linejoin": "round",
    ...more,
  });

/** Elements that share attributes. */
export const group = (attributes: Attributes, ...children: string[]): string => tag("g", attributes, ...children);
/** Elements translated to a position. */
export const at = (x: number, y: number, ...children: string[]): string =>
  group({ transform: `translate(${short(x)} ${short(y)})` }, ...children);

/** A gradient between two corners of the filled area; `id` must be unique in its picture. */
export function gradient(id: string, colors: readonly string[], [x2, y2]: Point = [1, 1]): string {
  const stops = colors.map((color, index) =>
    tag("stop", { offset: index / Math.max(1, colors.length - 1), "stop-color": color }),
  );
  return tag("linearGradient", { id, x1: 0, y1: 0, x2, y2 }, ...stops);
}

const joined = (points: readonly Point[]) => points.map(([x, y]) => `${short(x)} ${short(y)}`);

/** Path of straight lines through points. */
export const straight = (points: readonly Point[]): string => `M${joined(points).join("L")}`;

/** A smooth line through all points (Catmull–Rom as Bézier curves). */
export function smooth(points: readonly Point[]): string {
  const [first] = points;
  if (!first) return "";
  const parts = points.slice(1).map((point, index) => {
    const before = points[index - 1] ?? (points[index] as Point);
    const from = points[index] as Point;
    const after = points[index + 2] ?? point;
    const one: Point = [from[0] + (point[0] - before[0]) / 6, from[1] + (point[1] - before[1]) / 6];
    const two: Point = [point[0] - (after[0] - from[0]) / 6, point[1] - (after[1] - from[1]) / 6];
    return `C${joined([one, two, point]).join(" ")}`;
  });
  return `M${joined([first])[0]}${parts.join("")}`;
}

/** Digits as strokes on a grid of 10 × 16, with the width of each. */
const FIGURES: Record<string, readonly [width: number, d: string]> = {
  "0": [10, "M5 0C1.5 0 0 3.5 0 8s1.5 8 5 8 5-3.5 5-8S8.5 0 5 0Z"],
  "1": [7, "M1.5 3L5.5 0V16"],
  "2": [10, "M.5 4C.5 1.5 2.5 0 5 0s4.5 1.6 4.5 4c0 3-2.5 4.5-5 7L.2 16H10"],
  "3": [
    10,
    "M.8 1.8C1.8.6 3.3 0 5 0c2.6 0 4.3 1.6 4.3 3.8S7.6 7.5 4.5 7.5c3.4 0 5.3 1.6 5.3 4.2S7.8 16 4.9 16C2.9 16 1.2 15.3.2 14",
  ],
  "4": [10, "M7.5 16V0L0 11.2H10"],
  "5": [10, "M9 0H1.8L1 7c1-.8 2.3-1.2 3.8-1.2 3 0 5 2 5 5S7.8 16 4.7 16c-1.9 0-3.5-.7-4.5-2"],
  "6": [
    10,
    "M8.8 1.6C8 .6 6.7 0 5.3 0 1.8 0 0 3.6 0 8.6 0 13.3 1.8 16 5 16c2.9 0 4.9-2 4.9-4.9S8 6.4 5.2 6.4C2.4 6.4.4 8.2 0 10.4",
  ],
  "7": [10, "M0 0H10L3.6 16"],
  "8": [
    10,
    "M5 7.4C2.4 7.4.8 5.8.8 3.7S2.4 0 5 0s4.2 1.6 4.2 3.7S7.6 7.4 5 7.4C2 7.4 0 9.2 0 11.7S2 16 5 16s5-1.8 5-4.3S8 7.4 5 7.4Z",
  ],
  "9": [
    10,
    "M1.2 14.4C2 15.4 3.3 16 4.7 16c3.5 0 5.3-3.6 5.3-8.6C10 2.7 8.2 0 5 0 2.1 0 .1 2 .1 4.9s1.9 4.7 4.7 4.7c2.8 0 4.8-1.8 5.2-4",
  ],
  ".": [2, "M1 15.4V15.6"],
  "%": [14, "M2.5 0a2.5 2.5 0 1 0 .01 0M11.5 11a2.5 2.5 0 1 0 .01 0M12 .5L2 15.5"],
  "-": [9, "M1 8.5H8"],
  "+": [9, "M0 8.5H9M4.5 4V13"],
  ":": [2, "M1 5V5.2M1 13V13.2"],
  k: [9, "M0 0V16M8 5L0 11.5M3.2 9L8.5 16"],
};
const FIGURE_GAP = 4;

/** A number such as `12.5%` or `40k`; `anchor` says which end `x` is. `y` is the middle. */
export function figures(
  text: string,
  x: number,
  y: number,
  { size = 16, color = "#8a90a0", anchor = "start", weight = 1.6 }: FigureStyle = {},
): string {
  const scale = size / 16;
  const known = [...text].flatMap((character) => FIGURES[character] ?? []) as (string | number)[];
  let width = 0;
  const marks: string[] = [];
  for (let index = 0; index < known.length; index += 2) {
    marks.push(tag("path", { d: known[index + 1], transform: `translate(${width} 0)` }));
    width += Number(known[index]) + FIGURE_GAP;
  }
  width -= FIGURE_GAP;
  const shift = anchor === "start" ? 0 : anchor === "end" ? width : width / 2;
  return group(
    {
      transform: `translate(${short(x - shift * scale)} ${short(y - size / 2)}) scale(${short(scale)})`,
      fill: "none",
      stroke: color,
      "stroke-width": short(weight),
      "stroke-linecap": "round",
      "stroke-linejoin": "round",
    },
    ...marks,
  );
}
/** Style of a number. */
export type FigureStyle = { size?: number; color?: string; anchor?: "start" | "middle" | "end"; weight?: number };
