import { axes, bar, heading, inPlot, PLOT, sheet } from "./chart-frame";
import { AMBER, BLUE, CORAL, INK, MUTED, SERIES, TEAL, VIOLET, WHITE } from "./palette";
import { randomFrom } from "./random";
import { circle, figures, gradient, type Point, path, rect, smooth, straight, stroke, tag } from "./svg";

const steps = (from: number, to: number, by = 1): number[] =>
  Array.from({ length: Math.floor((to - from) / by) + 1 }, (_, index) => from + index * by);
const texts = (values: number[], unit = ""): string[] => values.map((value) => `${value}${unit}`);

function curve(points: readonly Point[], color: string, { width = 4, dashed = false, dots = false } = {}): string {
  const placed = points.map((point) => inPlot(point));
  const line = stroke(smooth(placed), color, width, dashed ? { "stroke-dasharray": "3 12" } : {});
  if (!dots) return line;
  return line + placed.map(([x, y]) => circle(x, y, 7, WHITE, { stroke: color, "stroke-width": width })).join("");
}

function under(points: readonly Point[], color: string): string {
  const placed = points.map((point) => inPlot(point));
  const last = placed.at(-1) ?? [PLOT.right, PLOT.bottom];
  return (
    tag("defs", {}, gradient("under", [`${color}`, "#ffffff"], [0, 1])) +
    path(`${smooth(placed)}L${last[0]} ${PLOT.bottom}H${PLOT.left}Z`, "url(#under)", { opacity: 0.22 })
  );
}

/** Retention by day: a curve that falls and levels off, with the day marked from which it is level. */
export function retentionCurve(): string {
  const stay = (day: number) => 0.26 + 0.68 * Math.exp(-day / 4.2) + 0.006 * Math.sin(day * 2.1);
  const points = steps(0, 30).map((day): Point => [day / 30, stay(day)]);
  const [x, y] = inPlot([14 / 30, stay(14)]);
  return sheet(
    heading([BLUE]),
    rect(x, PLOT.top, PLOT.right - x, PLOT.bottom - PLOT.top, BLUE, { opacity: 0.05 }),
    axes(texts(steps(0, 100, 20), "%"), texts(steps(0, 30, 5))),
    under(points, BLUE),
    curve(points, BLUE, { width: 5 }),
    stroke(`M${x} ${PLOT.top}V${PLOT.bottom}`, MUTED, 2, { "stroke-dasharray": "2 9" }),
    circle(x, y, 10, WHITE, { stroke: BLUE, "stroke-width": 5 }),
    figures("29%", x + 22, y - 30, { size: 26, color: INK, weight: 2 }),
    figures("14", x, PLOT.top - 20, { anchor: "middle", color: INK, size: 18 }),
  );
}

/** Retention of several cohorts, each higher than the previous one. */
export function cohortCurves(): string {
  const colors = ["#c3d3f7", "#9db6f0", "#7396e8", BLUE, "#1f469e"];
  const lines = colors.map((color, index) => {
    const level = 0.18 + index * 0.1;
    const points = steps(0, 12).map(
      (month): Point => [month / 12, level + (0.95 - level) * Math.exp(-month / (1.8 + index * 0.55))],
    );
    const shown = points.slice(0, 13 - index);
    const [x, y] = inPlot(shown.at(-1) as Point);
    return curve(shown, color, { width: index === 3 ? 5 : 4 }) + circle(x, y, 7, color);
  });
  return sheet(heading(colors.slice(1)), axes(texts(steps(0, 100, 20), "%"), texts(steps(0, 12))), ...lines);
}

/** Two groups whose lines cross repeatedly, with the range that is explained by chance. */
export function experimentLines(): string {
  const a: Point[] = [];
  const b: Point[] = [];
  for (const day of steps(0, 21)) {
    const shared = 0.2 + 0.5 * (1 - Math.exp(-day / 7));
    const apart = 0.07 * Math.sin((day / 21) * Math.PI * 4.6 + 0.5) * (1 - day / 46);
    a.push([day / 21, shared + apart]);
    b.push([day / 21, shared - apart * 0.9]);
  }
  const upper = a.map(([x], i): Point => inPlot([x, Math.max(a[i]?.[1] ?? 0, b[i]?.[1] ?? 0) + 0.05]));
  const lower = a.map(([x], i): Point => inPlot([x, Math.min(a[i]?.[1] ?? 0, b[i]?.[1] ?? 0) - 0.05]));
  const crossings = a.flatMap((point, i) => {
    const next = a[i + 1];
    const [now, then] = [point[1] - (b[i]?.[1] ?? 0), (next?.[1] ?? 0) - (b[i + 1]?.[1] ?? 0)];
    if (!next || now * then > 0) return [];
    const t = now / (now - then);
    const [x, y] = inPlot([point[0] + t * (next[0] - point[0]), point[1] + t * (next[1] - point[1])]);
    return [circle(x, y, 11, WHITE, { stroke: INK, "stroke-width": 2.5 })];
  });
  return sheet(
    heading([BLUE, AMBER]),
    axes(texts(steps(0, 50, 10), "%"), texts(steps(0, 21, 3))),
    path(`${smooth(upper)}L${smooth([...lower].reverse()).slice(1)}Z`, MUTED, { opacity: 0.1 }),
    curve(a, BLUE),
    curve(b, AMBER),
    ...crossings,
  );
}

/** Two measures by half year: sales as bars, participation as a line. */
export function linesOverBars(seed: string): string {
  const random = randomFrom(seed);
  const columns = 8;
  const plot = inPlot([1, 0])[0] - PLOT.left;
  const bars: string[] = [];
  const points: Point[] = [];
  const others: Point[] = [];
  for (let index = 0; index < columns; index++) {
    const t = (index + 0.5) / columns;
    const height = 0.2 + 0.5 * t + random.between(-0.05, 0.06);
    const [x, y] = inPlot([t, height]);
    bars.push(rect(x - plot / columns / 4, y, plot / columns / 2, PLOT.bottom - y, BLUE, { rx: 6, opacity: 0.2 }));
    points.push([t, 0.82 - 0.5 * t + random.between(-0.04, 0.05)]);
    others.push([t, 0.28 + 0.5 * t ** 1.5 + random.between(-0.03, 0.03)]);
  }
  const below = points.map(([x], index) => bar(inPlot([x, 0])[0] - 26, PLOT.bottom + 32, index % 2 ? 52 : 40));
  return sheet(
    heading([CORAL, TEAL]),
    axes(texts(steps(0, 50, 10), "%"), []),
    ...bars,
    curve(points, CORAL, { dots: true }),
    curve(others, TEAL, { dots: true }),
    ...below,
  );
}

/** A line, its forecast and its target. */
export function trend(seed: string): string {
  const random = randomFrom(seed);
  let level = random.between(0.15, 0.3);
  const points = steps(0, 24).map((month): Point => {
    level += random.between(-0.02, 0.05);
    return [month / 30, Math.min(0.92, level)];
  });
  const [, last] = points.at(-1) as Point;
  const forecast = steps(24, 30).map((month): Point => [month / 30, Math.min(0.97, last + (month - 24) * 0.014)]);
  const [, goal] = inPlot([0, 0.8]);
  return sheet(
    heading([VIOLET]),
    axes(texts(steps(0, 100, 20)), texts(steps(0, 30, 5))),
    stroke(`M${PLOT.left} ${goal}H${PLOT.right}`, CORAL, 2.5, { "stroke-dasharray": "10 8" }),
    under(points, VIOLET),
    curve(points, VIOLET, { width: 5 }),
    curve(forecast, VIOLET, { dashed: true }),
  );
}

/** Stepped lines of several series, for any other line chart. */
export function manyLines(seed: string): string {
  const random = randomFrom(seed);
  const lines = SERIES.slice(0, 4).map((color, index) => {
    let level = random.between(0.15, 0.7);
    const points = steps(0, 12).map((month): Point => {
      level = Math.min(0.93, Math.max(0.06, level + random.between(-0.09, 0.1)));
      return [month / 12, level];
    });
    const placed = points.map((point) => inPlot(point));
    return index % 2 ? stroke(straight(placed), color, 4) : curve(points, color);
  });
  return sheet(heading(SERIES.slice(0, 4)), axes(texts(steps(0, 100, 25)), texts(steps(1, 13))), ...lines);
}
