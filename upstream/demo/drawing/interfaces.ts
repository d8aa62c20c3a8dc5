import { bar, panel, sheet } from "./chart-frame";
import { AMBER, BLUE, CORAL, FAINT, GREEN, GRID, INK, MUTED, TEAL, VIOLET, WHITE } from "./palette";
import { randomFrom } from "./random";
import { at, circle, figures, group, path, rect, stroke } from "./svg";

/** Components before and after a redesign: buttons, fields, switches and others. */
export function components(): string {
  const button = (x: number, y: number, width: number, color: string, solid: boolean) =>
    rect(x, y, width, 46, solid ? color : WHITE, { rx: 10, stroke: color, "stroke-width": 2 }) +
    bar(x + width / 2 - 28, y + 23, 56, solid ? "rgba(255,255,255,.92)" : color, 11);
  const toggle = (x: number, y: number, on: boolean) =>
    rect(x, y, 60, 34, on ? BLUE : "#cfd4de", { rx: 17 }) + circle(x + (on ? 43 : 17), y + 17, 13, WHITE);
  const field = (x: number, y: number, color: string) =>
    bar(x, y, 60, MUTED, 10) +
    panel(x, y + 16, 280, 50, 10) +
    rect(x, y + 16, 280, 50, "none", { rx: 10, stroke: color, "stroke-width": 2 }) +
    bar(x + 18, y + 41, 130, FAINT, 11);
  return sheet(
    panel(40, 40, 380, 300),
    ...[BLUE, INK, CORAL].flatMap((color, i) => [
      button(70, 82 + i * 82, 150, color, true),
      button(240, 82 + i * 82, 150, color, false),
    ]),
    panel(450, 40, 380, 300),
    field(500, 84, BLUE),
    field(500, 194, "#d9dce3"),
    panel(860, 40, 380, 300),
    ...[0, 1, 2].map((i) => toggle(910, 84 + i * 76, i !== 1) + bar(996, 101 + i * 76, 150 - i * 24, FAINT)),
    panel(40, 370, 580, 310),
    bar(80, 420, 70, BLUE, 13),
    bar(190, 420, 70, FAINT, 13),
    bar(300, 420, 70, FAINT, 13),
    stroke("M41 456H619", GRID, 2),
    stroke("M80 456h70", BLUE, 4),
    ...[0, 1, 2].map(
      (i) =>
        circle(104, 506 + i * 60, 18, [TEAL, AMBER, VIOLET][i] as string) +
        bar(140, 498 + i * 60, 260, INK, 12) +
        bar(140, 520 + i * 60, 180, FAINT, 10),
    ),
    panel(650, 370, 270, 310),
    rect(650, 370, 270, 140, "#dbe6fd", { rx: 14 }),
    path("M650 496l70-60 56 44 66-66 78 72v24H650Z", "#8fb0f3"),
    circle(866, 412, 20, AMBER),
    bar(680, 548, 170, INK, 13),
    bar(680, 578, 200, FAINT, 10),
    bar(680, 602, 140, FAINT, 10),
    ...[CORAL, GREEN, VIOLET].map((color, i) => rect(680 + i * 70, 632, 58, 26, color, { rx: 13, opacity: 0.2 })),
    panel(950, 370, 290, 310),
    ...[0, 1, 2, 3].map(
      (i) =>
        rect(984, 408 + i * 62, 28, 28, i < 2 ? BLUE : WHITE, {
          rx: 7,
          stroke: i < 2 ? BLUE : "#c3c8d3",
          "stroke-width": 2.5,
        }) +
        (i < 2 ? stroke(`M${991} ${422 + i * 62}l6 6 10-12`, WHITE, 4) : "") +
        bar(1032, 422 + i * 62, 150 - i * 20, FAINT),
    ),
  );
}

/** Wireframe of a page, narrow and wide. */
export function wireframe(): string {
  const hatch = (x: number, y: number, width: number, height: number) =>
    rect(x, y, width, height, "#eef0f4", { rx: 8 }) +
    stroke(
      `M${x + 8} ${y + 8}L${x + width - 8} ${y + height - 8}M${x + width - 8} ${y + 8}L${x + 8} ${y + height - 8}`,
      "#cdd2dc",
      2,
    );
  const lines = (x: number, y: number, width: number, count: number) =>
    Array.from({ length: count }, (_, i) => bar(x, y + i * 24, i === count - 1 ? width * 0.6 : width, FAINT, 10)).join(
      "",
    );
  return sheet(
    rect(70, 50, 300, 620, WHITE, { rx: 36, stroke: INK, "stroke-width": 4 }),
    rect(170, 66, 100, 14, INK, { rx: 7 }),
    stroke("M104 118h28M104 128h28M104 138h28", INK, 4),
    circle(324, 128, 15, "none", { stroke: INK, "stroke-width": 3.5 }),
    hatch(100, 164, 240, 136),
    bar(100, 330, 190, INK, 14),
    lines(100, 362, 240, 5),
    hatch(100, 492, 114, 78),
    hatch(226, 492, 114, 78),
    rect(100, 596, 240, 44, BLUE, { rx: 22 }),
    bar(190, 618, 60, WHITE, 11),
    rect(440, 50, 780, 620, WHITE, { rx: 16, stroke: INK, "stroke-width": 4 }),
    stroke("M441 100H1219", INK, 3),
    ...[CORAL, AMBER, GREEN].map((color, i) => circle(474 + i * 30, 76, 8, color)),
    bar(484, 132, 90, INK, 14),
    ...[0, 1, 2, 3].map((i) => bar(820 + i * 92, 132, 60, FAINT)),
    hatch(484, 170, 450, 200),
    bar(484, 404, 300, INK, 16),
    lines(484, 440, 450, 6),
    rect(484, 598, 150, 44, BLUE, { rx: 22 }),
    bar(529, 620, 60, WHITE, 11),
    ...[0, 1, 2].map(
      (i) =>
        panel(968, 170 + i * 162, 210, 144, 12) +
        circle(1002, 206 + i * 162, 16, "#dfe3eb") +
        lines(988, 244 + i * 162, 160, 3),
    ),
    stroke("M386 360h38M412 350l12 10-12 10M398 350l-12 10 12 10", CORAL, 3),
  );
}

/** Column grids at four widths. */
export function grids(): string {
  const frames = [
    { x: 50, width: 150, columns: 4 },
    { x: 240, width: 230, columns: 6 },
    { x: 510, width: 310, columns: 8 },
    { x: 860, width: 370, columns: 12 },
  ];
  return sheet(
    ...frames.flatMap(({ x, width, columns }, index) => {
      const gap = columns > 8 ? 8 : 10;
      const column = (width - 24 - gap * (columns - 1)) / columns;
      const span = (from: number, count: number, y: number, height: number, color: string) =>
        rect(x + 12 + from * (column + gap), y, count * column + (count - 1) * gap, height, color, { rx: 7 });
      const main = columns < 8 ? columns : Math.round(columns * 0.67);
      const cards = columns / (index === 0 ? 1 : index + 1);
      return [
        panel(x, 70, width, 560, 14),
        ...Array.from({ length: columns }, (_, i) =>
          rect(x + 12 + i * (column + gap), 71, column, 558, CORAL, { opacity: 0.09 }),
        ),
        span(0, columns, 90, 90, BLUE),
        span(0, main, 196, 170, TEAL),
        main < columns ? span(main, columns - main, 196, 170, AMBER) : "",
        ...Array.from({ length: Math.floor(columns / cards) }, (_, i) => span(i * cards, cards, 382, 110, VIOLET)),
        span(0, columns, 508, 104, "#c9cfdb"),
        figures(String(columns), x + width / 2, 666, { anchor: "middle", size: 24, color: INK, weight: 1.9 }),
      ];
    }),
  );
}

/** Editor window with code. */
export function editor(seed: string): string {
  const random = randomFrom(seed);
  const colors = ["#7aa2f7", "#9ece6a", "#e0af68", "#bb9af7", "#c0caf5", "#565f89"];
  const rows = Array.from({ length: 17 }, (_, row) => {
    let x = 150 + random.whole(0, 3) * 40;
    const words = Array.from({ length: random.whole(1, 5) }, () => {
      const width = random.whole(36, 150);
      const word = bar(x, 0, width, random.pick(colors), 12);
      x += width + 16;
      return word;
    });
    return at(
      0,
      140 + row * 32,
      figures(String(row + 1), 116, 0, { anchor: "end", size: 12, color: "#565f89" }),
      ...words,
    );
  });
  return sheet(
    rect(50, 40, 1180, 640, "#1a1b26", { rx: 16 }),
    rect(50, 40, 1180, 56, "#24283b", { rx: 16 }),
    ...["#f7768e", "#e0af68", "#9ece6a"].map((color, i) => circle(84 + i * 30, 68, 8, color)),
    group({}, ...rows),
  );
}
