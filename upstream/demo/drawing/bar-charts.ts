import { axes, bar, heading, inPlot, PLOT, panel, sheet } from "./chart-frame";
import { AMBER, BLUE, CORAL, FAINT, GRID, INK, SERIES, TEAL, WHITE } from "./palette";
import { randomFrom } from "./random";
import { circle, figures, path, rect, stroke } from "./svg";

/** Frequency of reasons: horizontal bars, largest first. */
export function shares(): string {
  const values = [38, 24, 16, 11, 7, 4];
  const colors = [BLUE, "#5f8aea", "#86a8f1", "#a9c1f5", "#c6d5f8", "#dde6fb"];
  const rows = values.map((value, index) => {
    const y = 172 + index * 84;
    const width = (value / 40) * 760;
    return (
      bar(90, y + 24, 168 - (index % 3) * 30, FAINT, 13) +
      rect(290, y, 820, 48, GRID, { rx: 10, opacity: 0.55 }) +
      rect(290, y, width, 48, colors[index] as string, { rx: 10 }) +
      figures(`${value}%`, 290 + width + 20, y + 24, { size: 22, color: INK, weight: 2 })
    );
  });
  return sheet(heading(), ...rows);
}

/** Columns in groups of two. */
export function columns(seed: string): string {
  const random = randomFrom(seed);
  const groups = Array.from({ length: 7 }, (_, index) => {
    const [x] = inPlot([(index + 0.5) / 7, 0]);
    const one = random.between(0.3, 0.92);
    const two = one * random.between(0.5, 0.9);
    const column = (height: number, shift: number, color: string) => {
      const [, y] = inPlot([0, height]);
      return rect(x + shift, y, 46, PLOT.bottom - y, color, { rx: 8 });
    };
    return column(one, -50, BLUE) + column(two, 4, TEAL) + bar(x - 32, PLOT.bottom + 32, 64);
  });
  return sheet(heading([BLUE, TEAL]), axes(["0", "25", "50", "75", "100"], []), ...groups);
}

/** Distribution of request times: mostly fast, a few very slow, with the median and the 99th percentile marked. */
export function histogram(seed: string): string {
  const random = randomFrom(seed);
  const count = 46;
  const [left] = inPlot([0, 0]);
  const width = (PLOT.right - PLOT.left) / count;
  const bars = Array.from({ length: count }, (_, index) => {
    const t = (index + 0.5) / count;
    const bell = Math.exp(-((Math.log(t / 0.17) / 0.52) ** 2) / 2);
    const hump = 0.1 * Math.exp(-(((t - 0.78) / 0.05) ** 2));
    const [, y] = inPlot([0, Math.min(0.94, bell * random.between(0.84, 0.95) + hump + 0.006)]);
    const color = t > 0.7 ? CORAL : t > 0.42 ? AMBER : BLUE;
    return rect(left + index * width + 2, y, width - 4, PLOT.bottom - y, color, { rx: 3 });
  });
  const mark = (t: number, label: string, color: string) => {
    const [x] = inPlot([t, 0]);
    return (
      stroke(`M${x} ${PLOT.top - 4}V${PLOT.bottom}`, color, 2.5, { "stroke-dasharray": "3 8" }) +
      rect(x - 40, PLOT.top - 42, 80, 36, color, { rx: 18 }) +
      figures(label, x, PLOT.top - 24, { anchor: "middle", size: 17, color: WHITE, weight: 2 })
    );
  };
  return sheet(
    heading(),
    axes(["0", "2k", "4k", "6k", "8k"], ["0", "200", "400", "600", "800", "1000", "1200"]),
    ...bars,
    mark(0.2, "50%", INK),
    mark(0.78, "99%", CORAL),
  );
}

/** One point per customer, on a logarithmic vertical axis. */
export function scatter(seed: string): string {
  const random = randomFrom(seed);
  const values = ["1", "10", "100", "1k", "10k"];
  const points = Array.from({ length: 130 }, () => {
    const x = random.between(0.02, 0.98);
    const y =
      0.82 - 0.55 * x ** 0.7 + random.between(-0.13, 0.13) + (random.chance(0.06) ? random.between(-0.2, 0.25) : 0);
    const [px, py] = inPlot([x, Math.min(0.97, Math.max(0.03, y))]);
    return circle(px, py, random.between(5, 12), random.pick([BLUE, BLUE, TEAL, AMBER]), { opacity: 0.55 });
  });
  const [x1, y1] = inPlot([0.02, 0.82]);
  const [x2, y2] = inPlot([0.98, 0.27]);
  const fit = stroke(`M${x1} ${y1}C${x1 + 240} ${y1 + 150} ${x2 - 420} ${y2 - 70} ${x2} ${y2}`, INK, 3, {
    "stroke-dasharray": "10 9",
  });
  return sheet(
    heading([BLUE, TEAL, AMBER]),
    axes(values, ["0", "50", "100", "150", "200", "250", "300"]),
    ...points,
    fit,
  );
}

/** Funnel from many to few, in steps. */
export function funnel(): string {
  const values = [100, 62, 38, 21, 9];
  const colors = [BLUE, "#4d83de", TEAL, "#58b8a0", AMBER];
  const top = 150;
  const high = 104;
  const half = (value: number) => 40 + value * 3.3;
  const rows = values.map((value, index) => {
    const next = values[index + 1] ?? value * 0.72;
    const y = top + index * high;
    const [a, b] = [half(value), half(next)];
    return (
      path(`M${520 - a} ${y}H${520 + a}L${520 + b} ${y + high - 10}H${520 - b}Z`, colors[index] as string, {
        stroke: colors[index],
        "stroke-width": 10,
        "stroke-linejoin": "round",
      }) +
      figures(`${value}%`, 520, y + high / 2 - 5, { anchor: "middle", size: 28, color: WHITE, weight: 2.2 }) +
      stroke(`M${530 + a} ${y + 44}H980`, FAINT, 2, { "stroke-dasharray": "2 8" }) +
      bar(1000, y + 34, 190, INK, 13) +
      bar(1000, y + 62, 130, FAINT, 11)
    );
  });
  return sheet(heading(), ...rows);
}

/** Donut chart of shares. */
export function donut(): string {
  const values = [0.42, 0.24, 0.16, 0.11, 0.07];
  let start = -0.25;
  const arcs = values.map((value, index) => {
    const [from, to] = [(start + 0.004) * Math.PI * 2, (start + value - 0.004) * Math.PI * 2];
    start += value;
    const place = (angle: number) => `${430 + 170 * Math.cos(angle)} ${400 + 170 * Math.sin(angle)}`;
    const d = `M${place(from)}A170 170 0 ${value > 0.5 ? 1 : 0} 1 ${place(to)}`;
    return stroke(d, SERIES[index] as string, 86, { "stroke-linecap": "butt" });
  });
  const legend = values.map((value, index) => {
    const y = 228 + index * 84;
    return (
      rect(780, y - 14, 28, 28, SERIES[index] as string, { rx: 8 }) +
      bar(830, y, 180 - index * 14, FAINT, 13) +
      figures(`${Math.round(value * 100)}%`, 1170, y, { anchor: "end", size: 22, color: INK, weight: 2 })
    );
  });
  return sheet(
    heading(),
    ...arcs,
    figures("100%", 430, 400, { anchor: "middle", size: 40, color: INK, weight: 1.8 }),
    ...legend,
  );
}

/** Heatmap of weeks and days; darker means more. */
export function heatmap(seed: string): string {
  const random = randomFrom(seed);
  const tones = ["#eef1f6", "#cfdcf8", "#9db9f2", "#6790ea", BLUE, "#234a9f"];
  const cells: string[] = [];
  for (let row = 0; row < 7; row++)
    for (let column = 0; column < 18; column++) {
      const wave = Math.sin(column / 3 + row / 4) + (row > 4 ? -1.2 : 0.4);
      const tone = Math.max(0, Math.min(5, Math.round(wave * 1.6 + 1.6 + random.between(-1, 1))));
      cells.push(rect(170 + column * 58, 160 + row * 66, 50, 58, tones[tone] as string, { rx: 9 }));
    }
  const days = Array.from({ length: 7 }, (_, row) => bar(80, 189 + row * 66, 56, FAINT, 12));
  return sheet(
    heading(),
    ...days,
    ...cells,
    ...tones.map((tone, i) => rect(1010 + i * 34, 662, 28, 20, tone, { rx: 5 })),
  );
}

/** Dashboard with four figures, a line, a ring and a list. */
export function dashboard(seed: string): string {
  const random = randomFrom(seed);
  const cards = [BLUE, TEAL, AMBER, CORAL].map((color, index) => {
    const x = 50 + index * 300;
    const points = Array.from({ length: 9 }, (_, i) => `${x + 150 + i * 14} ${random.between(150, 186) - i * 3}`);
    return (
      panel(x, 50, 280, 160) +
      bar(x + 26, 84, 96, FAINT) +
      figures(["128", "43%", "2.9k", "97"][index] as string, x + 26, 132, {
        size: 38,
        color: INK,
        weight: 1.9,
      }) +
      figures(["+12%", "+4.8%", "-3%", "+1.6%"][index] as string, x + 26, 184, { size: 15, color }) +
      stroke(`M${points.join("L")}`, color, 4)
    );
  });
  const wave = Array.from({ length: 14 }, (_, i) => `${90 + i * 54} ${560 - i * 14 - random.between(0, 70)}`);
  const rows = [0, 1, 2, 3, 4].map((i) => {
    const y = 320 + i * 66;
    return circle(910, y, 16, SERIES[i] as string) + bar(944, y, 150 - i * 12, FAINT) + bar(1120, y, 60, INK, 12);
  });
  return sheet(
    ...cards,
    panel(50, 236, 780, 434),
    bar(90, 278, 180, INK, 14),
    ...[340, 410, 480, 550, 620].map((y) => stroke(`M90 ${y}H790`, GRID, 1.5)),
    path(`M${wave.join("L")}V620H90Z`, BLUE, { opacity: 0.12 }),
    stroke(`M${wave.join("L")}`, BLUE, 5),
    panel(856, 236, 374, 434),
    bar(896, 278, 130, INK, 14),
    ...rows,
  );
}
