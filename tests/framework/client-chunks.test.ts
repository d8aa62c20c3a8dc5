import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { idlePatterns } from "../../scripts/client-chunks.mjs";

const sources = ["app", "framework"].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => join(folder, name)),
);
const packages = ["react"].map((name) => `node_modules/${name}/index.js`);

test("every chunk pattern matches an existing file", () => {
  expect(existsSync(packages[0] ?? "")).toBe(true);
  expect(idlePatterns([...sources, ...packages])).toEqual([]);
});

test("a pattern whose file was renamed is reported", () => {
  const renamed = sources.map((path) => path.replace("member-tools.tsx", "tools-of-members.tsx"));
  expect(idlePatterns([...renamed, ...packages]).join()).toContain("member-tools");
});
