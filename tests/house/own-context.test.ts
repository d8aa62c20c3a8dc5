import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

test("a browser test that sets the clock opens its own context", () => {
  const names = readdirSync("tests/e2e", { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".ts"));
  const files = names.map((file) => ({ file, text: readFileSync(`tests/e2e/${file}`, "utf8") }));
  const clocked = files.filter(({ text }) => /\bclock\.(?:install|setFixedTime|setSystemTime|pauseAt)\(/.test(text));
  expect(clocked.length).toBeGreaterThan(3);
  expect(clocked.filter(({ text }) => !text.includes("test.use(OWN_CONTEXT);")).map(({ file }) => file)).toEqual([]);
});
