import { portrait } from "./portrait";
import { type Random, randomFrom } from "./random";
import { circle, gradient, group, path, rect, stroke, svg, tag } from "./svg";

/** Side of an avatar in pixels. */
export const AVATAR_SIZE = 240;

const SKIES: readonly (readonly [string, string])[] = [
  ["#cfe3ff", "#9dbdf5"],
  ["#ffe3cf", "#f7b48f"],
  ["#d9f0e1", "#98cfae"],
  ["#efe2ff", "#c3a7ec"],
  ["#fff0c9", "#f3cf7a"],
  ["#ffdfe4", "#f2a3b1"],
  ["#d8eef0", "#8fc7cd"],
  ["#e7e9ee", "#b5bccb"],
  ["#e5ecd3", "#b3c78a"],
  ["#dfe0ff", "#a4a8ee"],
];

/** Draws an avatar: mostly portraits, and some cats, hills or cups. */
export function avatarSvg(seed: string): string {
  const random = randomFrom(`avatar:${seed}`);
  const sky = random.pick(SKIES);
  const subject = random.chance(0.66) ? portrait : random.pick([cat, hills, leaves, planet, shapes, cup, waves, fox]);
  return svg(
    AVATAR_SIZE,
    AVATAR_SIZE,
    tag("defs", {}, gradient("sky", sky, [0.3, 1])),
    rect(0, 0, AVATAR_SIZE, AVATAR_SIZE, "url(#sky)"),
    subject(random),
  );
}

function cat(random: Random): string {
  const [coat, patch] = random.pick([
    ["#f6efe6", "#e39a4f"],
    ["#4b4a55", "#33323b"],
    ["#f0b46a", "#d98b3c"],
    ["#d9d6d2", "#a8a39d"],
  ] as const);
  return [
    path("M48 240c0-40 30-56 72-56s72 16 72 56Z", coat),
    path("M58 118L54 54c0-8 8-10 14-4l34 30ZM182 118l4-64c0-8-8-10-14-4l-34 30Z", coat),
    path("M66 92l-3-28 22 19ZM174 92l3-28-22 19Z", "#f0a99f"),
    path("M50 134c0-44 32-66 70-66s70 22 70 66c0 40-32 62-70 62s-70-22-70-62Z", coat),
    path("M120 68c-30 0-54 14-64 40 22 8 44 2 64-40Z", patch, { opacity: 0.9 }),
    circle(94, 130, 9, "#2a2730"),
    circle(146, 130, 9, "#2a2730"),
    circle(97, 127, 3, "#fff"),
    circle(149, 127, 3, "#fff"),
    path("M112 150h16l-8 9Z", "#e58a86"),
    stroke("M120 159v6M120 165q-9 9-18 2M120 165q9 9 18 2", "#2a2730", 3),
    stroke("M74 150l-30-6M74 158l-28 6M166 150l30-6M166 158l28 6", "rgba(40,36,48,.4)", 2.4),
  ].join("");
}

function fox(random: Random): string {
  const [coat, body, ear] = random.pick([
    ["#e8844a", "#e0793f", "#5a3325"],
    ["#8f97a8", "#7f8799", "#3d4352"],
    ["#b5764c", "#a5673f", "#4a2c1e"],
  ] as const);
  return [
    path("M60 240c4-30 30-44 60-44s56 14 60 44Z", body),
    path(
      "M46 60c30 4 48 20 54 34h40c6-14 24-30 54-34 4 40-6 58-12 70 0 40-40 72-62 84-22-12-62-44-62-84-6-12-16-30-12-70Z",
      coat,
    ),
    path("M58 132c22-8 46 8 62 44 16-36 40-52 62-44-2 38-40 70-62 82-22-12-60-44-62-82Z", "#fff6ec"),
    path("M56 72c14 4 24 12 30 22l-24 16c-6-14-8-26-6-38ZM184 72c-14 4-24 12-30 22l24 16c6-14 8-26 6-38Z", ear),
    circle(92, 134, 8, "#2d1f1c"),
    circle(148, 134, 8, "#2d1f1c"),
    circle(120, 204, 10, "#2d1f1c"),
  ].join("");
}

function hills(random: Random): string {
  const sun = random.pick(["#fff6dd", "#ffb26b", "#ff8c7a", "#ffffff"]);
  const [far, middle, near] = random.pick([
    ["#8fb3c9", "#5f8aa6", "#35586e"],
    ["#b7a0c9", "#8a6fa6", "#57436e"],
    ["#9cc4a4", "#6a9d78", "#3d6b4c"],
    ["#e0a58f", "#b8705f", "#7d4038"],
  ] as const);
  return [
    circle(random.between(70, 170), random.between(66, 92), 30, sun),
    path("M0 150l54-46 40 34 46-62 60 64 40-26v126H0Z", far),
    path("M0 182l50-30 48 24 62-44 80 50v58H0Z", middle),
    path("M0 212c50-26 90-22 130-6s76 12 110-4v38H0Z", near),
  ].join("");
}

function leaves(random: Random): string {
  const greens = random.pick([
    ["#2f6b4f", "#4f9a6f", "#86c49b"],
    ["#56702c", "#86a344", "#bccf7f"],
    ["#22585e", "#3e8a8f", "#85c2c2"],
  ] as const);
  const leaf = (angle: number, length: number, color: string) =>
    group(
      { transform: `rotate(${angle} 120 200)` },
      path(
        `M120 200C92 ${200 - length * 0.4} 96 ${200 - length * 0.8} 120 ${200 - length}C144 ${200 - length * 0.8} 148 ${200 - length * 0.4} 120 200Z`,
        color,
      ),
      stroke(`M120 196V${200 - length * 0.86}`, "rgba(255,255,255,.35)", 2.4),
    );
  return [
    leaf(-58, 108, greens[2]),
    leaf(58, 108, greens[2]),
    leaf(-32, 132, greens[1]),
    leaf(32, 132, greens[1]),
    leaf(0, 150, greens[0]),
    path("M76 186h88l-10 54H86Z", "#d98a63"),
    rect(70, 178, 100, 18, "#c4744f", { rx: 5 }),
  ].join("");
}

function planet(random: Random): string {
  const [body, band, ring] = random.pick([
    ["#f2a65a", "#e08a3c", "#fff1dc"],
    ["#6d7fd6", "#5364bd", "#e5e9ff"],
    ["#e27d8c", "#c9606f", "#ffe8ea"],
    ["#7fc8a9", "#5aa987", "#e9fff5"],
    ["#b9a3e3", "#9780c9", "#f6efff"],
  ] as const);
  const night = random.pick(["#232a4d", "#1d3b4a", "#3a2748", "#2c2c3a"]);
  const stars = Array.from({ length: 14 }, () =>
    circle(random.between(10, 230), random.between(10, 230), random.between(1.4, 3.4), "rgba(255,255,255,.9)"),
  );
  return [
    rect(0, 0, 240, 240, night),
    ...stars,
    circle(120, 122, 62, body),
    path("M61 104c36 16 82 16 118 0 3 8 4 14 4 20-38 16-88 16-126 0 0-6 1-12 4-20Z", band),
    stroke("M64 138C26 158 16 174 26 182c16 12 84-8 136-44s66-66 54-76c-6-5-24 0-44 12", ring, 9),
  ].join("");
}

function shapes(random: Random): string {
  const colors = random.pick([
    ["#2b3a67", "#e07a5f", "#f2cc8f", "#81b29a"],
    ["#3d405b", "#ef8354", "#ffd9a0", "#7fb7be"],
    ["#264653", "#e76f51", "#f4d58d", "#2a9d8f"],
    ["#4a2c5a", "#d95d8a", "#ffcf99", "#7c83c9"],
  ] as const);
  const tile = 80;
  const cells: string[] = [];
  for (let y = 0; y < 3; y++)
    for (let x = 0; x < 3; x++) {
      const [back, front] = [random.pick(colors), random.pick(colors)];
      cells.push(rect(x * tile, y * tile, tile, tile, back));
      const form = random.pick([
        "M0 0A80 80 0 0 1 80 80H0Z",
        "M80 0A80 80 0 0 0 0 80H80Z",
        "M0 0H80L0 80Z",
        "M0 40a40 40 0 0 1 80 0Z",
        "M40 0a40 40 0 1 1-.1 0Z",
      ]);
      cells.push(group({ transform: `translate(${x * tile} ${y * tile})` }, path(form, front)));
    }
  return cells.join("");
}

function cup(random: Random): string {
  const color = random.pick(["#ffffff", "#3d5a80", "#e07a5f", "#5b8e7d"]);
  return [
    stroke("M98 84c-10-12 8-20-2-34M122 84c-10-12 8-20-2-34M146 84c-10-12 8-20-2-34", "rgba(255,255,255,.85)", 7),
    stroke("M168 122c34-6 38 44-6 42", color, 12),
    path("M64 104h112v32c0 40-24 58-56 58s-56-18-56-58Z", color),
    path("M64 104h112v10H64Z", "#6b4433"),
    rect(48, 200, 144, 12, "rgba(60,40,30,.22)", { rx: 6 }),
  ].join("");
}

function waves(random: Random): string {
  const blues = random.pick([
    ["#8ecae6", "#4ea5cf", "#2375a5", "#15507a"],
    ["#f6bd8b", "#ef8f6b", "#cf5f57", "#8c3a47"],
    ["#a7d7c5", "#6fb8a0", "#3f8f78", "#246152"],
  ] as const);
  const bands = blues.map((color, index) => {
    const y = 104 + index * 34;
    return path(`M0 ${y}c40-26 80-26 120 0s80 26 120 0v${240 - y}H0Z`, color);
  });
  return [circle(166, 70, 32, "#fffaf0"), ...bands].join("");
}
