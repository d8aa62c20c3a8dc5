import { bar, heading, panel, sheet } from "./chart-frame";
import { AMBER, BLUE, CORAL, FAINT, GREEN, GRID, INK, SERIES, TEAL, VIOLET, WHITE } from "./palette";
import { randomFrom } from "./random";
import { circle, figures, group, path, rect, stroke } from "./svg";

/** Kanban board: columns of cards with a score on the right. */
export function kanban(seed: string): string {
  const random = randomFrom(seed);
  const columns = [5, 4, 3, 5].map((count, column) => {
    const x = 40 + column * 304;
    const color = [VIOLET, BLUE, AMBER, GREEN][column] as string;
    let y = 112;
    const cards = Array.from({ length: count }, () => {
      const lines = random.whole(1, 2);
      const height = 62 + lines * 22;
      const card = [
        panel(x + 14, y, 260, height, 10),
        rect(x + 14, y + 12, 4, height - 24, random.pick(SERIES), { rx: 2 }),
        bar(x + 36, y + 26, random.whole(110, 160), "#4a5064", 11),
        lines > 1 ? bar(x + 36, y + 48, random.whole(70, 140), FAINT, 10) : "",
        circle(x + 47, y + height - 20, 11, random.pick(["#f6d3b8", "#cfe3ff", "#d9f0e1", "#efe2ff"])),
        bar(x + 68, y + height - 20, random.whole(36, 64), GRID, 10),
        rect(x + 226, y + height - 34, 36, 24, "#f1f3f8", { rx: 7 }),
        figures(String(random.whole(12, 96)), x + 244, y + height - 22, { anchor: "middle", size: 12, color: INK }),
      ].join("");
      y += height + 14;
      return card;
    });
    return [
      rect(x, 40, 288, 650, "#f1f2f6", { rx: 16 }),
      circle(x + 30, 76, 8, color),
      bar(x + 50, 76, 100, INK, 13),
      figures(String(count), x + 262, 76, { anchor: "end", size: 16 }),
      ...cards,
    ].join("");
  });
  return sheet(...columns);
}

/** Whiteboard: groups of sticky notes, with drawn lines in between. */
export function whiteboard(seed: string): string {
  const random = randomFrom(seed);
  const colors = ["#ffe27a", "#ffc9d6", "#bfe6c8", "#bcdcff", "#ffd3a8"];
  const note = (x: number, y: number, color: string) => {
    const lines = random.whole(2, 3);
    const words = Array.from({ length: lines }, (_, i) =>
      bar(14, 24 + i * 19, random.whole(38, 64), "rgba(40,44,60,.34)", 7),
    );
    return group(
      { transform: `translate(${x} ${y}) rotate(${random.between(-5, 5)})` },
      rect(3, 5, 92, 88, "rgba(30,34,50,.10)", { rx: 3 }),
      rect(0, 0, 92, 88, color, { rx: 3 }),
      ...words,
    );
  };
  const heaps = [
    { x: 90, y: 118, across: 4, down: 2 },
    { x: 560, y: 96, across: 3, down: 3 },
    { x: 940, y: 132, across: 3, down: 2 },
    { x: 140, y: 440, across: 3, down: 2 },
    { x: 800, y: 452, across: 4, down: 1 },
  ].flatMap(({ x, y, across, down }, index) =>
    Array.from({ length: across * down }, (_, i) =>
      note(
        x + (i % across) * 104 + random.between(-8, 8),
        y + Math.floor(i / across) * 104 + random.between(-8, 8),
        random.chance(0.75) ? (colors[index] as string) : random.pick(colors),
      ),
    ),
  );
  const pen = { opacity: 0.8 };
  return sheet(
    rect(24, 24, 1232, 672, "#e3e6ec", { rx: 18 }),
    rect(36, 36, 1208, 648, WHITE, { rx: 10 }),
    stroke(
      "M70 92C220 74 420 78 520 96C536 190 534 290 516 336C380 352 200 350 74 338C58 260 60 160 70 92Z",
      BLUE,
      4,
      pen,
    ),
    stroke("M520 214C534 208 540 208 548 208M536 198l14 10-13 12", BLUE, 4, pen),
    stroke("M884 224C904 222 912 222 926 224M914 212l14 12-15 11", CORAL, 4, pen),
    stroke("M300 352C296 384 290 400 286 424M274 412l11 14 13-11", INK, 4, pen),
    stroke("M478 548C580 590 690 580 786 520M768 516l20 3-8 19", TEAL, 4, pen),
    ...heaps,
    stroke("M1012 600q20-14 40 0t40 0 40 0M1012 628q20-14 40 0t40 0", CORAL, 4, pen),
    rect(520, 676, 240, 16, "#c3c8d3", { rx: 8 }),
  );
}

/** Table of goals with key results, owners and progress. */
export function progressTable(seed: string): string {
  const random = randomFrom(seed);
  const rows = Array.from({ length: 9 }, (_, index) => {
    const goal = index % 3 === 0;
    const y = 164 + index * 57;
    const done = random.between(0.18, 0.98);
    const color = done > 0.7 ? GREEN : done > 0.4 ? AMBER : CORAL;
    return [
      goal ? rect(51, y - 28, 1178, 56, "#f5f6fa") : "",
      stroke(`M51 ${y + 28}H1229`, GRID, 1.5),
      goal ? rect(76, y - 12, 24, 24, [BLUE, VIOLET, TEAL][index / 3] as string, { rx: 7 }) : circle(112, y, 5, FAINT),
      bar(goal ? 116 : 132, y, random.whole(200, 330), goal ? INK : "#a3a9b8", goal ? 14 : 11),
      circle(610, y, 15, random.pick(["#f6d3b8", "#cfe3ff", "#d9f0e1", "#efe2ff"])),
      bar(636, y, 62, FAINT, 10),
      rect(770, y - 7, 220, 14, GRID, { rx: 7 }),
      rect(770, y - 7, 220 * done, 14, color, { rx: 7 }),
      figures(`${Math.round(done * 100)}%`, 1070, y, { anchor: "end", size: 17, color: INK }),
      rect(1110, y - 14, 88, 28, color, { rx: 14, opacity: 0.16 }),
      bar(1132, y, 44, color, 9),
    ].join("");
  });
  return sheet(
    panel(50, 50, 1180, 620),
    ...[76, 600, 770, 1020, 1110].map((x, i) => bar(x, 96, [150, 70, 90, 50, 60][i] as number, "#a3a9b8", 11)),
    stroke("M51 136H1229", "#d9dce3", 2),
    ...rows,
  );
}

/** Table of plain values. */
export function table(seed: string): string {
  const random = randomFrom(seed);
  const rows = Array.from({ length: 10 }, (_, index) => {
    const y = 158 + index * 53;
    const cells = [340, 500, 660, 820, 980, 1140].map((x, column) =>
      figures(String(random.whole(8, 980)), x + 40, y, {
        anchor: "end",
        size: 16,
        color: column === 5 ? BLUE : INK,
        weight: column === 5 ? 2 : 1.5,
      }),
    );
    const stripe = index % 2 ? "" : rect(51, y - 26, 1178, 53, "#f8f9fb");
    return stripe + bar(80, y, random.whole(90, 180), "#a3a9b8", 11) + cells.join("");
  });
  return sheet(
    panel(50, 50, 1180, 640),
    rect(50, 50, 1180, 76, "#eef1f7", { rx: 14 }),
    bar(80, 88, 110, INK, 13),
    ...[340, 500, 660, 820, 980, 1140].map((x) => bar(x - 30, 88, 70, "#8d94a6", 12)),
    ...rows,
  );
}

/** Timeline over weeks: bars in lanes. */
export function timeline(seed: string): string {
  const random = randomFrom(seed);
  const weeks = 12;
  const left = 250;
  const step = (1210 - left) / weeks;
  const lines = Array.from({ length: weeks + 1 }, (_, i) => stroke(`M${left + i * step} 150V660`, GRID, 1.5));
  const numbers = Array.from({ length: weeks }, (_, i) =>
    figures(String(i + 1), left + (i + 0.5) * step, 132, { anchor: "middle", size: 14 }),
  );
  const lanes = Array.from({ length: 8 }, (_, i) => {
    const y = 164 + i * 62;
    const start = Math.min(9, i * 1.1 + random.between(0, 0.8));
    const length = random.between(2, 3.6);
    const color = SERIES[i % SERIES.length] as string;
    const done = random.between(0.3, 1);
    return [
      bar(70, y + 18, random.whole(90, 150), "#8d94a6", 12),
      rect(left + start * step, y, length * step, 36, color, { rx: 10, opacity: 0.24 }),
      rect(left + start * step, y, length * step * done, 36, color, { rx: 10 }),
    ].join("");
  });
  const now = left + 6.4 * step;
  return sheet(
    heading(),
    ...lines,
    ...numbers,
    ...lanes,
    stroke(`M${now} 150V660`, CORAL, 3),
    circle(now, 150, 8, CORAL),
  );
}

/** Quadrants of two measures, with items in them. */
export function quadrants(seed: string): string {
  const random = randomFrom(seed);
  const fields = (["#eef3fe", "#e9f7f3", "#fdf3e4", "#fdecea"] as const).map((color, i) =>
    rect(180 + (i % 2) * 480, 120 + Math.floor(i / 2) * 260, 470, 250, color, { rx: 14 }),
  );
  const things = Array.from({ length: 17 }, () => {
    const [x, y] = [random.between(220, 1080), random.between(150, 590)];
    return (
      circle(x, y, random.between(11, 24), random.pick(SERIES), { opacity: 0.85 }) +
      bar(x - 30, y + 36, 60, "rgba(60,66,84,.28)", 9)
    );
  });
  return sheet(
    ...fields,
    stroke("M150 640H1160M1146 628l16 12-16 12M150 640V96M138 110l12-16 12 16", "#8d94a6", 3),
    ...things,
    bar(600, 674, 120, "#8d94a6", 12),
    path("M96 300h12v120h-12Z", "#8d94a6"),
  );
}
