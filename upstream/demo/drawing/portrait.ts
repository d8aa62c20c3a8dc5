import type { Random } from "./random";
import { circle, group, path, rect, stroke } from "./svg";

const SKINS = ["#f6d3b8", "#f0c4a2", "#fbdcc6", "#e6b48d", "#f8d0b0"];
const HAIRS = ["#1f1b1d", "#2b2422", "#3a2a24", "#241f2b", "#4a3428", "#191a1f"];
const CLOTHES = [
  "#3c5a99",
  "#e07a5f",
  "#3d8b7d",
  "#f2cc8f",
  "#6d597a",
  "#355070",
  "#b56576",
  "#81b29a",
  "#fefefe",
  "#2f3e46",
];

/** Head and shoulders on a square of 240, without a background. */
export function portrait(random: Random): string {
  const skin = random.pick(SKINS);
  const hair = random.pick(HAIRS);
  const clothes = random.pick(CLOTHES);
  const long = random.chance(0.45);
  const shade = "rgba(90,40,20,.16)";
  return [
    long ? longHair(random, hair) : "",
    // Shoulders, neck and its shadow.
    path("M28 240c4-42 38-60 92-60s88 18 92 60Z", clothes),
    collar(random, clothes),
    path("M100 160h40v26c0 12-40 12-40 0Z", skin),
    path("M100 168c12 10 28 10 40 0v8c-10 10-30 10-40 0Z", shade),
    // Ears and face.
    circle(72, 116, 10, skin),
    circle(168, 116, 10, skin),
    path("M74 98c0-50 92-50 92 0v24c0 62-92 62-92 0Z", skin),
    features(random),
    long ? fringe(random, hair) : shortHair(random, hair),
    random.chance(0.35) ? glasses(random) : "",
  ].join("");
}

function collar(random: Random, clothes: string): string {
  const kind = random.whole(0, 2);
  if (kind === 0) return path("M92 182l28 34 28-34 12 4-40 54-40-54Z", "rgba(255,255,255,.85)");
  if (kind === 1) return path("M90 180c8 26 52 26 60 0l8 2c-8 36-68 36-76 0Z", "rgba(0,0,0,.14)");
  return path(
    "M88 178c10 16 54 16 64 0l6 14c-14 16-62 16-76 0Z",
    clothes === "#fefefe" ? "#d9dce3" : "rgba(255,255,255,.28)",
  );
}

function features(random: Random): string {
  const eye = "#2a2326";
  const smiling = random.chance(0.3);
  const eyes = smiling
    ? stroke("M92 119q8-8 16 0M132 119q8-8 16 0", eye, 3.4)
    : circle(100, 117, 4.2, eye) + circle(140, 117, 4.2, eye);
  const brows = stroke("M90 104q10-6 19-1M131 103q9-5 19 1", "rgba(40,28,24,.75)", 3);
  const nose = stroke("M120 121q-4 10 2 12", "rgba(120,60,40,.35)", 2.6);
  const mouth = random.pick(["M107 145q13 11 26 0", "M110 146q10 7 20 0", "M109 146q11 4 22-1", "M108 144q12 14 24 0"]);
  const cheeks = random.chance(0.6)
    ? circle(87, 133, 7, "rgba(238,120,100,.22)") + circle(153, 133, 7, "rgba(238,120,100,.22)")
    : "";
  return brows + eyes + nose + cheeks + stroke(mouth, "#a4493d", 3.2);
}

function shortHair(random: Random, color: string): string {
  return path(
    random.pick([
      "M68 112c-8-62 26-76 56-74 36 0 56 24 48 74-4-18-10-26-16-34-22 8-52 8-70-4-8 8-14 20-18 38Z",
      "M68 110c-10-50 14-78 54-76 40 0 60 28 50 76-2-14-6-22-10-28-30 2-52-6-64-18-10 10-24 22-30 46Z",
      "M70 108c-6-40 10-70 50-70s58 28 50 70c-4-22-14-34-22-36-20-4-42-4-56 0-10 4-18 16-22 36Z",
      "M66 114c-12-54 6-64 18-70 20-18 62-16 78 4 18 8 20 30 12 66-4-14-8-24-14-32-26-10-48-4-76-6-8 8-14 20-18 38Z",
    ]),
    color,
  );
}

function longHair(random: Random, color: string): string {
  return path(
    random.pick([
      "M60 116c-6-60 22-84 60-84s66 24 60 84c0 30 6 56 14 72-30 12-118 12-148 0 8-16 14-42 14-72Z",
      "M62 112c-6-56 20-80 58-80s64 24 58 80l4 34c-2 18-120 18-124 0Z",
      "M64 110c-6-54 20-78 56-78s62 24 56 78c6 34-6 44-12 52H76c-6-8-18-18-12-52Z",
    ]),
    color,
  );
}

function fringe(random: Random, color: string): string {
  return path(
    random.pick([
      "M70 116c-4-50 16-74 50-74s54 24 50 74c-4-20-12-34-24-42-24 14-48 14-62 10-6 8-12 18-14 32Z",
      "M70 112c-4-48 16-70 50-70s54 22 50 70c-2-8-4-14-8-20H78c-4 6-6 12-8 20Z",
      "M70 118c-4-52 16-76 50-76s54 24 50 76c-6-30-24-46-46-52-10 22-34 34-54 52Z",
    ]),
    color,
  );
}

function glasses(random: Random): string {
  const color = random.pick(["#2b2b33", "#6b4a35", "#39506e"]);
  const frame = { fill: "rgba(255,255,255,.18)", stroke: color, "stroke-width": 3.2 };
  const lens = random.chance(0.5)
    ? [circle(100, 118, 15, "none", frame), circle(140, 118, 15, "none", frame)]
    : [rect(84, 106, 31, 24, "none", { rx: 7, ...frame }), rect(125, 106, 31, 24, "none", { rx: 7, ...frame })];
  return group({}, ...lens, stroke("M115 116q5-4 10 0M84 114l-10-3M156 114l10-3", color, 3));
}
