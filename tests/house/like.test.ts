import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

test("one file escapes what is looked for by `like`, so that no search forgets a wildcard or the backslash", () => {
  const escaping = ["app", "runtime", "server", "upstream"].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".ts"))
      .map((name) => `${folder}/${name}`)
      .filter((file) => /\[\\*(?:%\\*_|_\\*%)\\*\]|\bescape (?:'|\$\{)/.test(readFileSync(file, "utf8"))),
  );
  expect(escaping).toEqual(["upstream/db/like.ts"]);
});
