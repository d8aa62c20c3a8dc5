import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { accents } from "#app/contract/site/accents";

const css = readFileSync("app/styles/tokens.css", "utf8");
const [, own = ""] = css.split("@supports (color: oklch(0 0 0))");

type Colour = { L: number; C: number };
type Theme = Record<string, Colour>;

/** Lightness and relative chroma (as a share of the accent's own) of each variable in a block of the style sheet. */
function themeAfter(selector: string): Theme {
  const [, block = ""] = own.split(`${selector} {`);
  const rule =
    /--([a-z-]+): oklch\(([\d.]+) (?:calc\(var\(--chroma\) ([*/]) ([\d.]+)\)|var\(--chroma\)) var\(--hue\)\)/g;
  return Object.fromEntries(
    [...block.slice(0, block.indexOf("}")).matchAll(rule)].map(([, name, L, sign, by]) => {
      const share = by === undefined ? 1 : sign === "*" ? Number(by) : 1 / Number(by);
      return [name, { L: Number(L), C: share }];
    }),
  );
}

/** Relative luminance of a colour in OKLCH (https://bottosson.github.io/posts/oklab/), clipped to sRGB. */
function luminance({ L, C }: Colour, hue: number): number {
  const [a, b] = [C * Math.cos((hue * Math.PI) / 180), C * Math.sin((hue * Math.PI) / 180)];
  const l = (L + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (L - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (L - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const shown = (value: number) => Math.min(1, Math.max(0, value));
  const red = shown(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s);
  const green = shown(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s);
  const blue = shown(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Luminance of `--name` in the first block or, for the dark theme, the second. */
function plain(name: string, dark: boolean): number {
  const found = [...css.matchAll(new RegExp(`--${name}: (#[0-9a-f]{6});`, "g"))][dark ? 1 : 0]?.[1] ?? "";
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(found.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

const contrast = (one: number, other: number) => (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);

describe.each(accents.slice(1))("the accent %s", (name) => {
  const [, hue = "", chroma = ""] =
    new RegExp(`\\[data-accent="${name}"\\] \\{\\s*--hue: ([\\d.]+);\\s*--chroma: ([\\d.]+);`).exec(own) ?? [];

  test.each([
    ["light", ":root[data-accent]", false],
    ["dark", ':root[data-accent][data-theme="dark"]', true],
    ["dark by the device", ':root[data-accent]:not([data-theme="light"])', true],
  ] as const)("is readable on every background of the site, %s", (_, selector, dark) => {
    expect(hue, "its hue in tokens.css").not.toBe("");
    const theme = themeAfter(selector);
    const shade = (variable: string): number => {
      const colour = theme[variable];
      return colour ? luminance({ L: colour.L, C: colour.C * Number(chroma) }, Number(hue)) : plain(variable, dark);
    };
    expect(Object.keys(theme)).toEqual(
      expect.arrayContaining(["accent", "accent-hover", "accent-soft", "accent-line"]),
    );
    for (const ground of ["page", "surface", "sunken", "hover", "accent-soft"]) {
      expect(contrast(shade("accent"), shade(ground)), `accent on ${ground}`).toBeGreaterThanOrEqual(4.5);
    }
    for (const ground of ["accent", "accent-hover"]) {
      expect(contrast(shade("on-accent"), shade(ground)), `words on ${ground}`).toBeGreaterThanOrEqual(4.5);
    }
  });
});
