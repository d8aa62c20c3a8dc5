import { FAINT, GRID, INK, MUTED, PAPER, WHITE } from "./palette";
import { circle, figures, rect, stroke, svg } from "./svg";

/** Size of a content picture in pixels. */
export const PICTURE = { width: 1280, height: 720 };

/** Position of a chart's plot area in its picture. */
export type Plot = { left: number; top: number; right: number; bottom: number };
/** Plot area of most charts. */
export const PLOT: Plot = { left: 130, top: 150, right: 1210, bottom: 620 };

/** Bar that represents text; `width` in pixels. */
export const bar = (x: number, y: number, width: number, color: string = FAINT, height = 12): string =>
  rect(x, y - height / 2, width, height, color, { rx: height / 2 });

/** Background sheet of every diagram. */
export const sheet = (...children: string[]): string =>
  svg(PICTURE.width, PICTURE.height, rect(0, 0, PICTURE.width, PICTURE.height, PAPER), ...children);

/** White panel with a thin border. */
export const panel = (x: number, y: number, width: number, height: number, radius = 14, fill: string = WHITE): string =>
  rect(x, y, width, height, fill, { rx: radius, stroke: "#e4e6eb", "stroke-width": 1.5 });

/** Title and legend of coloured series, as bars. */
export function heading(colors: readonly string[] = []): string {
  const legend = colors.map((color, index) => {
    const x = 1210 - (colors.length - index) * 130;
    return circle(x, 84, 8, color) + bar(x + 20, 84, 76, FAINT);
  });
  return bar(70, 72, 300, INK, 18) + bar(70, 104, 200, FAINT, 11) + legend.join("");
}

/** Converts shares of the plot area (0–1 from left, 0–1 from the bottom) to pixels. */
export function axes(values: readonly string[], below: readonly string[], plot: Plot = PLOT): string {
  const rows = values.map((value, index) => {
    const y = plot.bottom - (index / (values.length - 1)) * (plot.bottom - plot.top);
    const line = stroke(`M${plot.left} ${y}H${plot.right}`, index ? GRID : "#c9ccd5", index ? 1.5 : 2);
    return line + figures(value, plot.left - 18, y, { anchor: "end", color: MUTED, size: 15 });
  });
  const columns = below.map((value, index) => {
    const x = plot.left + (index / Math.max(1, below.length - 1)) * (plot.right - plot.left);
    return figures(value, x, plot.bottom + 32, { anchor: "middle", color: MUTED, size: 15 });
  });
  return [...rows, ...columns].join("");
}

/** Turns shares of the plot (0–1 from left, 0–1 from the bottom) into pixels. */
export const inPlot = ([x, y]: readonly [number, number], plot: Plot = PLOT): [number, number] => [
  plot.left + x * (plot.right - plot.left),
  plot.bottom - y * (plot.bottom - plot.top),
];
