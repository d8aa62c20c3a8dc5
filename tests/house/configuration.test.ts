import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { readImports } from "./import-graph";

const WRITES_ENVIRONMENT = /\bprocess\.env(?:\.\w+|\[[^\]]+\])\s*(?:\?\?|\|\|)?=(?!=)/;

test("no module passes configuration on by writing to the environment", () => {
  const files = new Set(readImports().flatMap(({ from, to }) => [from, to]));
  expect(files).toContain("server.ts");
  expect([...files].filter((file) => WRITES_ENVIRONMENT.test(readFileSync(file, "utf8")))).toEqual([]);
  expect("process.env.PUBLIC_ORIGIN = config.publicOrigin").toMatch(WRITES_ENVIRONMENT);
});
