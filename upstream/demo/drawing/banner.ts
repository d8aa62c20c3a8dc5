import { tonesOf } from "./palette";
import { portrait } from "./portrait";
import { randomFrom } from "./random";
import { at, circle, gradient, group, path, rect, stroke, svg, tag } from "./svg";

/** Size of a banner of zhiku's home page in pixels. */
export const BANNER = { width: 1600, height: 520 };
/** Size of a poster in pixels. */
export const POSTER = { width: 960, height: 540 };

const SCENES: Record<string, { topic: string; draw: (seed: string) => string }> = {
  question: { topic: "product", draw: questions },
  case: { topic: "finance", draw: files },
  activity: { topic: "activity", draw: people },
  article: { topic: "writing", draw: reading },
  marathon: { topic: "operations", draw: clock },
  opensource: { topic: "engineering", draw: branches },
};

/** Scene of a banner: width of its drawing, and its maximum share of the picture's width. */
const SCENE = { width: 760, share: 0.475 };

/** Draws a banner: a calm, dark left half as a background for white text, and a scene on the right. */
export function bannerSvg(name: string, { width, height } = BANNER): string {
  const [, subject = name] = name.split("-");
  const scene = SCENES[subject] ?? { topic: "product", draw: people };
  const { tones } = tonesOf(scene.topic);
  const scale = Math.min(height / BANNER.height, (width * SCENE.share) / SCENE.width);
  const [left, top] = [width - SCENE.width * scale, (height - BANNER.height * scale) / 2];
  return svg(
    width,
    height,
    tag("defs", {}, gradient("back", [tones[0], tones[1], tones[2]], [1, 0.35])),
    rect(0, 0, width, height, "url(#back)"),
    circle(width * 0.82, height * 1.05, height * 0.95, tones[2], { opacity: 0.28 }),
    circle(width * 0.82, height * 1.05, height * 0.68, tones[2], { opacity: 0.35 }),
    circle(width * 0.97, height * 0.08, height * 0.3, tones[3], { opacity: 0.14 }),
    group({ transform: `translate(${left} ${top}) scale(${scale})` }, scene.draw(name)),
  );
}

const bubble = (x: number, y: number, width: number, height: number, color: string, tail: "left" | "right") => {
  const foot = tail === "left" ? x + 44 : x + width - 44;
  const toe = tail === "left" ? -34 : 34;
  return rect(x, y, width, height, color, { rx: 28 }) + path(`M${foot - 20} ${y + height - 2}h40l${toe} 40Z`, color);
};
const words = (x: number, y: number, widths: number[], color: string) =>
  widths.map((width, index) => rect(x, y + index * 26, width, 11, color, { rx: 5.5 })).join("");

function questions(): string {
  const { tones, accent } = tonesOf("product");
  return [
    bubble(120, 76, 330, 190, "#ffffff", "left"),
    words(160, 118, [250, 214, 150], tones[3]),
    circle(172, 220, 16, accent),
    words(200, 215, [120], tones[4]),
    bubble(352, 238, 320, 176, accent, "right"),
    words(392, 280, [240, 196], "rgba(70,40,0,.34)"),
    circle(404, 366, 15, "#fff"),
    stroke("M397 366l5 6 10-11", accent, 4),
    words(430, 361, [130], "rgba(70,40,0,.24)"),
    circle(556, 128, 66, tones[4]),
    stroke("M534 116c0-34 46-34 46 0 0 20-23 20-23 42M557 176v.4", tones[1], 11),
  ].join("");
}

function files(): string {
  const { tones, accent } = tonesOf("finance");
  const sheet = (x: number, y: number, angle: number, color: string, inside = "") =>
    group({ transform: `translate(${x} ${y}) rotate(${angle})` }, rect(0, 0, 250, 320, color, { rx: 16 }), inside);
  const bars = [70, 110, 92, 146, 176]
    .map((h, i) => rect(34 + i * 38, 232 - h, 24, h, i === 4 ? accent : tones[2], { rx: 5 }))
    .join("");
  return [
    sheet(190, 118, -10, tones[3]),
    sheet(440, 92, 9, tones[4]),
    sheet(292, 84, 0, "#ffffff", bars + words(34, 256, [180, 132], tones[4])),
    circle(560, 372, 58, accent),
    stroke("M536 373l17 18 33-38", "#fff", 10),
  ].join("");
}

function people(seed: string): string {
  const heads = [0, 1, 2, 3, 4].map((index) => {
    const scale = index % 2 ? 0.94 : 1.06;
    return group(
      { transform: `translate(${64 + index * 118} ${520 - 240 * scale - (index % 2 ? 34 : 0)}) scale(${scale})` },
      portrait(randomFrom(`${seed}:${index * 7}`)),
    );
  });
  const { tones, accent } = tonesOf("activity");
  const flags = Array.from({ length: 11 }, (_, i) => {
    const x = 90 + i * 60;
    const y = 66 + Math.sin((i / 10) * Math.PI) * 42;
    return path(`M${x} ${y}h40l-20 42Z`, [accent, tones[3], "#ffffff", "#ff8fa3"][i % 4] as string);
  });
  return [
    stroke("M60 60Q390 156 760 50", "rgba(255,255,255,.6)", 3),
    ...flags,
    heads[1],
    heads[3],
    heads[0],
    heads[2],
    heads[4],
  ].join("");
}

function reading(): string {
  const { tones, accent } = tonesOf("writing");
  return [
    circle(560, 128, 62, "#fff3d6"),
    circle(584, 112, 56, tones[2], { opacity: 0.9 }),
    path("M120 400c90-52 180-52 260 0 80-52 170-52 260 0V168c-90-46-180-46-260 6-80-52-170-52-260-6Z", "#fffaf0"),
    path("M380 174v226c80-52 170-52 260 0V168c-90-46-180-46-260 6Z", tones[4]),
    stroke(
      "M160 218c60-24 120-22 180 6M160 262c60-24 120-22 180 6M160 306c60-24 120-22 180 6M160 350c60-24 90-22 120-8",
      tones[3],
      9,
    ),
    stroke("M420 224c60-28 120-30 180-6M420 268c60-28 120-30 180-6M420 312c60-28 90-28 120-20", tones[3], 9),
    path("M560 150v96l20-18 20 18v-86Z", accent),
    path("M100 408c100-56 190-50 280 6 90-56 180-62 280-6v16c-100-52-190-46-280 8-90-54-180-60-280-8Z", tones[0]),
  ].join("");
}

function clock(): string {
  const { tones, accent } = tonesOf("operations");
  const ticks = Array.from({ length: 12 }, (_, i) =>
    group({ transform: `rotate(${i * 30} 430 256)` }, rect(426, 92, 8, i % 3 ? 16 : 28, tones[2], { rx: 4 })),
  );
  return [
    circle(430, 256, 196, tones[3], { opacity: 0.35 }),
    circle(430, 256, 180, "#ffffff"),
    path("M430 256V96A160 160 0 0 1 568 336Z", accent, { opacity: 0.22 }),
    ...ticks,
    stroke("M430 256V146M430 256l92 54", tones[0], 13),
    circle(430, 256, 17, accent),
    rect(404, 36, 52, 34, tones[4], { rx: 8 }),
  ].join("");
}

function branches(): string {
  const { tones, accent } = tonesOf("engineering");
  const node = (x: number, y: number, color: string) => circle(x, y, 25, "#fff") + circle(x, y, 14, color);
  return [
    rect(150, 84, 520, 352, "rgba(4,20,28,.42)", { rx: 22 }),
    rect(150, 84, 520, 48, "rgba(255,255,255,.12)", { rx: 22 }),
    ...[accent, "#ffd166", "#7bd389"].map((color, i) => at(184 + i * 28, 108, circle(0, 0, 8, color))),
    stroke("M214 280H610M288 280c46 0 40-86 90-86h120c44 0 38 86 84 86M330 280c40 0 34 88 82 88h70", tones[3], 8),
    node(214, 280, tones[2]),
    node(398, 194, accent),
    node(488, 194, accent),
    node(420, 368, "#ffd166"),
    node(484, 368, "#ffd166"),
    node(400, 280, tones[2]),
    node(606, 280, tones[2]),
  ].join("");
}
