import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const FOLDERS = ["app", "bench", "framework", "log", "runtime", "scripts", "server", "tests", "upstream"];
/** A literal spread into another; React 18 has no type for the attribute `popover`. */
const SPREAD_LITERAL = /\.\.\.\{(?! popover: "manual" \})/;

test("no object literal is spread into another, which would look like a merge", () => {
  const files = FOLDERS.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((name) => /\.(?:tsx?|mjs)$/.test(name) && !name.endsWith("object-literals.test.ts"))
      .map((name) => join(folder, name)),
  );
  expect(files.filter((file) => SPREAD_LITERAL.test(readFileSync(file, "utf8")))).toEqual([]);
});
