import { FAINT, GRID, INK, MUTED, PAPER, WHITE } from "./palette";
import { circle, figures, rect, stroke, svg } from "./svg";

/** Size of a content picture in pixels. */
export const PICTURE = { width: 1280, height: 720 };

/** Plot area of a chart in its picture. */
export const PLOT = { left: 130, top: 150, right: 1210, bottom: 620 };

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

/** Horizontal grid lines with their values on the left, and labels below the plot area. */
export function axes(values: readonly string[], below: readonly string[]): string {
  const rows = values.map((value, index) => {
    const y = PLOT.bottom - (index / (values.length - 1)) * (PLOT.bottom - PLOT.top);
    const line = stroke(`M${PLOT.left} ${y}H${PLOT.right}`, index ? GRID : "#c9ccd5", index ? 1.5 : 2);
    return line + figures(value, PLOT.left - 18, y, { anchor: "end", color: MUTED, size: 15 });
  });
  const columns = below.map((value, index) => {
    const x = PLOT.left + (index / Math.max(1, below.length - 1)) * (PLOT.right - PLOT.left);
    return figures(value, x, PLOT.bottom + 32, { anchor: "middle", color: MUTED, size: 15 });
  });
  return [...rows, ...columns].join("");
}

/** Converts shares of the plot area (0–1 from left, 0–1 from the bottom) to pixels. */
export const inPlot = ([x, y]: readonly [number, number]): [number, number] => [
  PLOT.left + x * (PLOT.right - PLOT.left),
  PLOT.bottom - y * (PLOT.bottom - PLOT.top),
];
