import { PICTURE } from "./chart-frame";
import { portrait } from "./portrait";
import { randomFrom } from "./random";
import { circle, gradient, group, path, rect, stroke, svg, tag } from "./svg";

const { width, height } = PICTURE;

/** Two armchairs, a small table with a notebook and two cups, and a window. */
export function oneOnOne(): string {
  const chair = (x: number, flip: number, color: string, dark: string) =>
    group(
      { transform: `translate(${x} 0) scale(${flip} 1)` },
      path("M-20 560v70h18v-70ZM150 560v70h18v-70Z", "#6b4a35"),
      path("M-40 320c0-50 34-72 66-60 20 8 24 40 26 90l6 110h110c26 0 34 20 34 44v60H-20c-16 0-20-20-20-40Z", color),
      path("M30 430h148c22 0 26 40 0 44H30Z", dark),
      path("M10 474h180v90H10Z", dark, { opacity: 0.35 }),
    );
  return svg(
    width,
    height,
    tag("defs", {}, gradient("wall", ["#f3ede4", "#e9dfd0"], [0, 1]), gradient("sky", ["#bfe0f5", "#f7efe0"], [0, 1])),
    rect(0, 0, width, height, "url(#wall)"),
    rect(0, 600, width, 120, "#cfb595"),
    rect(420, 70, 440, 300, "#fff", { rx: 8 }),
    rect(434, 84, 412, 272, "url(#sky)"),
    path("M434 300c80-60 150-30 206-46s120-50 206-10v112H434Z", "#9dc3a0"),
    path("M434 330c90-40 160-14 230-26s120-20 182 4v48H434Z", "#7aa985"),
    rect(632, 84, 16, 272, "#fff"),
    rect(404, 366, 472, 18, "#fff", { rx: 6 }),
    path(
      "M1080 600c-10-120-60-170-90-180 40-6 80 20 96 60-6-60-40-110-70-130 60 6 96 60 98 120 4-60 40-96 84-100-30 30-54 70-54 120 20-30 54-46 88-36-40 20-84 70-96 146Z",
      "#5d8d68",
    ),
    path("M1050 590h110l-16 70h-78Z", "#c9754f"),
    tag("ellipse", { cx: 640, cy: 660, rx: 420, ry: 34, fill: "#b99a76", opacity: 0.5 }),
    chair(250, 1, "#6f8fb8", "#5a78a0"),
    chair(1030, -1, "#d99a6c", "#c48458"),
    path("M520 500h240v18H520Z", "#8a5f41"),
    path("M560 518h18l-14 130h-18ZM702 518h18l14 130h-18Z", "#75503a"),
    path("M584 484l70-6 62 6v16H584Z", "#fffdf7"),
    stroke("M596 490h44M596 495h36M664 489h40", "#b8bcc8", 2.5),
    stroke("M700 470l26 18", "#3b6fe0", 5),
    path("M534 470h36v22c0 10-36 10-36 0Z", "#fff"),
    stroke("M570 474c14 0 14 16 0 16M548 460c-6-8 6-12 0-22", "#fff", 4),
    path("M730 472h30v20c0 8-30 8-30 0Z", "#2f4858"),
  );
}

/** Twelve people in two rows before a wall with lights. */
export function teamPhoto(seed: string): string {
  const row = (count: number, y: number, scale: number, shift: number) =>
    Array.from({ length: count }, (_, i) =>
      group(
        { transform: `translate(${shift + i * (width / (count + 0.4))} ${y}) scale(${scale})` },
        portrait(randomFrom(`${seed}-${count}-${i}`)),
      ),
    );
  const lights = Array.from({ length: 17 }, (_, i) => {
    const x = 40 + i * 75;
    return circle(
      x,
      96 + Math.sin((i / 16) * Math.PI) * 66,
      11,
      ["#ffd166", "#ff9f80", "#8fd3c1", "#fff3d6"][i % 4] as string,
    );
  });
  return svg(
    width,
    height,
    tag("defs", {}, gradient("wall", ["#34476b", "#5f7aa8"], [0, 1])),
    rect(0, 0, width, height, "url(#wall)"),
    rect(0, 620, width, 100, "#263451"),
    stroke("M0 84Q640 250 1280 84", "rgba(255,255,255,.35)", 3),
    ...lights,
    ...row(6, 226, 1.16, 20),
    ...row(6, 392, 1.4, -56),
  );
}
