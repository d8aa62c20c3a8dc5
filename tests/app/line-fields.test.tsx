import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { kindsWith } from "#app/contract/kinds";
import { LineFields, linesOf } from "#app/features/write/line-fields";

const LINES = { motto: { type: "line", label: "题记", max: 80 } } as const;

test("each line has an input with its name, its label and its value", () => {
  const values = { motto: "先看土" } as object;
  const html = renderToStaticMarkup(<LineFields lines={LINES} values={values} fields={{}} />);
  expect(html).toMatch(/<label[^>]*for="([^"]+)">题记<\/label><input id="\1" name="motto"[^>]* value="先看土"/);
  expect(html).toContain("最多 80 个字，可以不填");
  expect(html).not.toContain("aria-invalid");
});

test("an error is shown at its line, besides the help", () => {
  const html = renderToStaticMarkup(<LineFields lines={LINES} values={{}} fields={{ motto: "题记不能超过80个字" }} />);
  const [, error, help] = /aria-invalid="true" aria-describedby="([^ "]+) ([^ "]+)"/.exec(html) ?? [];
  expect(html).toMatch(new RegExp(`<p class="field__error" id="${error}">.*题记不能超过80个字`));
  expect(html).toContain(`<p class="field__help" id="${help}">最多 80 个字，可以不填`);
});

test("a title is not among the lines", () => {
  for (const kind of kindsWith("drafted")) expect(Object.keys(linesOf(kind))).not.toContain("title");
});
