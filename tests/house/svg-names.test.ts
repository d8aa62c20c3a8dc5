import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/**
 * SVG attributes that React spells differently (as in its `DOMProperty`), except those that the browser's build knows.
 */
const UNKNOWN =
  /\s(?:accentHeight|alignmentBaseline|arabicForm|baselineShift|capHeight|clip(?:Path|Rule)|color(?:Interpolation|Profile|Rendering)\w*|dominantBaseline|enableBackground|fill(?:Opacity|Rule)|flood\w+|font(?:Family|Size|SizeAdjust|Stretch|Style|Variant|Weight)|glyph\w+|horiz\w+|imageRendering|letterSpacing|lightingColor|marker(?:End|Mid|Start)|overline\w+|paintOrder|panose1|pointerEvents|renderingIntent|stop(?:Color|Opacity)|strikethrough\w+|stroke(?:Dash\w+|Line\w+|Miterlimit|Opacity)|text(?:Anchor|Decoration|Rendering)|underline(?:Position|Thickness)|unicode(?:Bidi|Range)|unitsPerEm|v(?:Alphabetic|Hanging|Ideographic|Mathematical)|vectorEffect|vert\w+|wordSpacing|writingMode|xHeight)=/;

test("no component writes an SVG attribute that React in the browser does not know here", () => {
  const all = readdirSync("app", { recursive: true, encoding: "utf8" });
  const files = all.filter((file) => file.endsWith(".tsx")).map((file) => `app/${file}`);
  expect(files.length).toBeGreaterThan(100);
  expect(files.filter((file) => UNKNOWN.test(readFileSync(file, "utf8")))).toEqual([]);
  expect(UNKNOWN.test('<path strokeLinecap="round" />')).toBe(true);
});

/** A style whose value may be a number, which React in the browser takes for pixels here. */
const NUMBER_IN_STYLE = /\bstyle=\{(?!\{ \w+: `[^`]*` \}\})/;

test("no component has a style value that could be a number, which React in the browser takes for pixels", () => {
  const all = readdirSync("app", { recursive: true, encoding: "utf8" });
  const files = all.filter((file) => file.endsWith(".tsx")).map((file) => `app/${file}`);
  expect(files.filter((file) => NUMBER_IN_STYLE.test(readFileSync(file, "utf8")))).toEqual([]);
  expect(NUMBER_IN_STYLE.test("<p style={{ opacity: 0.5 }}>")).toBe(true);
});
