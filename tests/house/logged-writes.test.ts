import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** Product files that contain a word, without the one that defines it. */
const filesWith = (word: string) =>
  readdirSync("upstream", { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts") && name !== "policy/audit-log.ts")
    .filter((name) => readFileSync(`upstream/${name}`, "utf8").includes(word));

test("one function appends to the audit log: it takes the log's lock before any other", () => {
  expect(filesWith("appendToAuditLog")).toEqual(["policy/logged-write.ts"]);
  // A link to set up the site is no change, but is issued between changes.
  expect(filesWith("lockAuditLog").sort()).toEqual(["modules/admin/setup/claim.ts", "policy/logged-write.ts"]);
});
