import { bar, panel, sheet } from "./chart-frame";
import { AMBER, BLUE, CORAL, FAINT, GREEN, GRID, INK, MUTED, SERIES, TEAL, VIOLET, WHITE } from "./palette";
import { portrait } from "./portrait";
import { randomFrom } from "./random";
import { at, circle, figures, group, path, rect, stroke, tag } from "./svg";

const ARROW = "#9aa2b4";

/** A horizontal arrow; downwards when `to` lies below. */
const across = (x1: number, y: number, x2: number): string =>
  stroke(`M${x1} ${y}H${x2 - 3}M${x2 - 13} ${y - 8}l10 8-10 8`, ARROW, 3);
const elbow = (x1: number, y1: number, x2: number, y2: number): string => {
  const middle = (x1 + x2) / 2;
  return stroke(
    `M${x1} ${y1}C${middle} ${y1} ${middle} ${y2} ${x2 - 4} ${y2}M${x2 - 14} ${y2 - 8}l10 8-10 8`,
    ARROW,
    3,
  );
};

const box = (x: number, y: number, width: number, height: number, color: string, icon = "") =>
  panel(x, y, width, height, 14) +
  rect(x + 20, y + height / 2 - 24, 48, 48, color, { rx: 12, opacity: 0.15 }) +
  at(x + 44, y + height / 2, icon || circle(0, 0, 11, color)) +
  bar(x + 86, y + height / 2 - 11, width - 116, INK, 12) +
  bar(x + 86, y + height / 2 + 13, (width - 116) * 0.7, FAINT, 10);

const cylinder = (color: string) =>
  path("M-12-8c0-8 24-8 24 0v16c0 8-24 8-24 0Z", color) +
  tag("ellipse", { cx: 0, cy: -8, rx: 12, ry: 5, fill: "#fff", opacity: 0.5 });
const square = (color: string) => rect(-11, -11, 22, 22, color, { rx: 5 });

/** Data pipeline: sources, a queue, processing steps, and targets. */
export function pipeline(): string {
  const sources = [BLUE, TEAL, AMBER].map((color, i) =>
    box(50, 110 + i * 190, 240, 120, color, i ? circle(0, 0, 11, color) : cylinder(color)),
  );
  const targets = [GREEN, CORAL, VIOLET].map((color, i) => box(990, 110 + i * 190, 240, 120, color, cylinder(color)));
  const lanes = [170, 360, 550];
  const waiting = Array.from({ length: 7 }, (_, i) =>
    rect(408, 176 + i * 54, 84, 40, BLUE, { rx: 8, opacity: 1 - i * 0.12 }),
  );
  return sheet(
    ...lanes.map((y) => elbow(290, y, 384, 360)),
    ...sources,
    rect(384, 130, 132, 460, "#eef3fe", { rx: 18, stroke: "#c9d8fb", "stroke-width": 1.5 }),
    ...waiting,
    across(516, 360, 596),
    ...[0, 1, 2].map((i) =>
      box(600, 150 + i * 150, 280, 116, SERIES[i + 2] as string, square(SERIES[i + 2] as string)),
    ),
    stroke("M740 266v30M740 416v30", ARROW, 3),
    ...lanes.map((y) => elbow(880, 360, 986, y)),
    ...targets,
  );
}

/** Clients, services and stores in layers. */
export function architecture(): string {
  const layer = (y: number, color: string, count: number, icon: (color: string) => string) => {
    const width = (1100 - (count - 1) * 28) / count;
    return [
      rect(50, y, 1180, 150, color, { rx: 18, opacity: 0.07 }),
      rect(50, y, 8, 150, color, { rx: 4 }),
      ...Array.from({ length: count }, (_, i) => box(92 + i * (width + 28), y + 28, width, 94, color, icon(color))),
    ].join("");
  };
  return sheet(
    layer(50, BLUE, 3, square),
    ...[330, 640, 950].map((x) => stroke(`M${x} 204v48M${x - 8} 242l8 10 8-10`, ARROW, 3)),
    layer(260, TEAL, 4, (color) => circle(0, 0, 11, color)),
    ...[330, 640, 950].map((x) => stroke(`M${x} 414v48M${x - 8} 452l8 10 8-10`, ARROW, 3)),
    layer(470, AMBER, 3, cylinder),
    bar(540, 668, 200, FAINT, 12),
  );
}

/** Query plan: a tree of steps with their costs. */
export function queryPlan(): string {
  const nodes = [
    { x: 80, y: 70, depth: 0, cost: 0.06, value: "0.4" },
    { x: 200, y: 190, depth: 1, cost: 0.14, value: "12" },
    { x: 320, y: 310, depth: 2, cost: 0.86, value: "1840" },
    { x: 320, y: 430, depth: 2, cost: 0.22, value: "96" },
    { x: 440, y: 550, depth: 3, cost: 0.1, value: "7.2" },
  ];
  const links = [
    [0, 1],
    [1, 2],
    [1, 3],
    [3, 4],
  ].map(([from = 0, to = 0]) => {
    const [a, b] = [nodes[from], nodes[to]];
    return a && b
      ? stroke(`M${a.x + 42} ${a.y + 92}V${b.y + 46}H${b.x}`, ARROW, 3, { "stroke-linejoin": "round" })
      : "";
  });
  const rows = nodes.map(({ x, y, cost, value }) => {
    const color = cost > 0.5 ? CORAL : cost > 0.2 ? AMBER : TEAL;
    return [
      panel(x, y, 460, 92, 12),
      rect(x, y + 14, 6, 64, color, { rx: 3 }),
      bar(x + 28, y + 34, 190, INK, 13),
      bar(x + 28, y + 62, 290, FAINT, 10),
      rect(930, y + 38, 220, 16, GRID, { rx: 8 }),
      rect(930, y + 38, Math.max(14, 220 * cost), 16, color, { rx: 8 }),
      figures(value, 1230, y + 46, { anchor: "end", size: 18, color: INK }),
    ].join("");
  });
  return sheet(...links, ...rows);
}

/** Organization chart; its edges are reporting lines. */
export function orgChart(seed: string): string {
  const person = (x: number, y: number, color: string, name: string) =>
    [
      panel(x - 92, y, 184, 96, 14),
      rect(x - 92, y, 184, 6, color, { rx: 3 }),
      tag("clipPath", { id: `face-${name}` }, circle(x - 54, y + 52, 24, "#fff")),
      circle(x - 54, y + 52, 24, "#e8edf8"),
      group(
        { "clip-path": `url(#face-${name})` },
        group(
          { transform: `translate(${x - 54 - 26} ${y + 52 - 25}) scale(.217)` },
          portrait(randomFrom(`${seed}${name}`)),
        ),
      ),
      bar(x - 18, y + 43, 76, INK, 11),
      bar(x - 18, y + 64, 54, FAINT, 9),
    ].join("");
  const second = [240, 640, 1040];
  const third = [140, 340, 540, 740, 940, 1140];
  return sheet(
    stroke("M640 136V230M240 280V230H1040V280M640 230V280", ARROW, 3),
    ...second.map((x) => stroke(`M${x} 376V470M${x - 100} 516V470H${x + 100}V516`, ARROW, 3)),
    person(640, 50, BLUE, "a"),
    ...second.map((x, i) => person(x, 284, [TEAL, AMBER, VIOLET][i] as string, `b${i}`)),
    ...third.map((x, i) => person(x, 520, [TEAL, TEAL, AMBER, AMBER, VIOLET, VIOLET][i] as string, `c${i}`)),
  );
}

/** Ladder of four levels, with the requirements of each. */
export function ladder(): string {
  const rise = 118;
  const steps = [0, 1, 2, 3].map((i) => {
    const x = 90 + i * 280;
    const top = 540 - i * rise;
    const color = ["#b9cdf8", "#86a8f1", "#5784e6", "#2f5bc4"][i] as string;
    return [
      rect(x, top, 262, 640 - top, color, { rx: 14 }),
      figures(String(i + 1), x + 30, top + 46, { size: 34, color: i < 2 ? "#24439a" : WHITE, weight: 2.2 }),
      bar(x + 30, top - 84, 150, INK, 14),
      bar(x + 30, top - 56, 200, FAINT, 10),
      bar(x + 30, top - 34, 170, FAINT, 10),
    ].join("");
  });
  return sheet(...steps, stroke("M60 652H1220", "#c9ccd5", 3), stroke("M1150 96V34M1150 36l56 18-56 20", CORAL, 5));
}

/** Mind map: a topic with branches. */
export function mindMap(seed: string): string {
  const random = randomFrom(seed);
  const branches = [-1, 1].flatMap((side) =>
    [0, 1, 2].map((i) => {
      const color = SERIES[(side > 0 ? 0 : 3) + i] as string;
      const [x, y] = [640 + side * 300, 170 + i * 190];
      const twigs = [-44, 0, 44].map((shift) => {
        const end = x + side * 150;
        return (
          stroke(
            `M${x + side * 70} ${y}C${x + side * 110} ${y} ${x + side * 110} ${y + shift} ${end} ${y + shift}`,
            color,
            3,
            { opacity: 0.6 },
          ) +
          (side > 0
            ? bar(end + 12, y + shift, random.whole(70, 120), FAINT)
            : bar(end - 12 - 110, y + shift, 110, FAINT))
        );
      });
      return [
        stroke(`M640 360C${640 + side * 160} 360 ${640 + side * 120} ${y} ${x} ${y}`, color, 5),
        ...twigs,
        rect(x - 74, y - 26, 148, 52, color, { rx: 26 }),
        bar(x - 40, y, 80, "rgba(255,255,255,.9)", 11),
      ].join("");
    }),
  );
  return sheet(
    ...branches,
    rect(520, 312, 240, 96, INK, { rx: 48 }),
    bar(572, 348, 136, WHITE, 14),
    bar(596, 374, 88, MUTED, 11),
  );
}

/** Sequence diagram: messages between parties, from top to bottom. */
export function sequence(seed: string): string {
  const random = randomFrom(seed);
  const lanes = [180, 490, 800, 1110];
  const heads = lanes.map((x, i) =>
    [
      stroke(`M${x} 120V670`, "#d4d8e1", 2.5, { "stroke-dasharray": "4 9" }),
      rect(x - 92, 54, 184, 66, SERIES[i] as string, { rx: 14 }),
      bar(x - 48, 87, 96, "rgba(255,255,255,.92)", 12),
    ].join(""),
  );
  const pairs = [
    [0, 1],
    [1, 2],
    [2, 3],
    [3, 2],
    [2, 1],
    [1, 0],
  ] as const;
  const calls = pairs.map(([from, to], i) => {
    const [x1 = 0, x2 = 0] = [lanes[from], lanes[to]];
    const y = 190 + i * 82;
    const way = x2 > x1 ? 1 : -1;
    return (
      rect(x1 - 7, y - 18, 14, 60, SERIES[from] as string, { rx: 4, opacity: 0.5 }) +
      stroke(`M${x1 + way * 10} ${y}H${x2 - way * 12}`, "#6d7588", 3, way < 0 ? { "stroke-dasharray": "9 8" } : {}) +
      stroke(`M${x2 - way * 22} ${y - 8}l${way * 11} 8 ${-way * 11} 8`, "#6d7588", 3) +
      bar((x1 + x2) / 2 - 60, y - 20, random.whole(80, 130), FAINT, 10)
    );
  });
  return sheet(...heads, ...calls);
}

/** Flow chart with a decision and a loop. */
export function flow(): string {
  return sheet(
    rect(70, 300, 190, 100, "#e9f0fe", { rx: 50, stroke: BLUE, "stroke-width": 2.5 }),
    bar(116, 350, 98, BLUE, 13),
    across(260, 350, 330),
    box(334, 294, 250, 112, TEAL, square(TEAL)),
    across(584, 350, 660),
    path("M780 240l120 110-120 110-120-110Z", "#fff6e6", {
      stroke: AMBER,
      "stroke-width": 2.5,
      "stroke-linejoin": "round",
    }),
    bar(732, 342, 96, AMBER, 13),
    bar(750, 366, 60, FAINT, 10),
    elbow(900, 350, 980, 190),
    elbow(900, 350, 980, 510),
    box(984, 134, 246, 112, GREEN, square(GREEN)),
    box(984, 454, 246, 112, CORAL, square(CORAL)),
    stroke("M1107 566V640H459V412M450 424l9-12 9 12", ARROW, 3),
    stroke("M780 240V120H459V284M450 274l9 12 9-12", ARROW, 3),
  );
}
