import { expect, test } from "vitest";
import { testsOnPg } from "../../scripts/pg-tests.mjs";

test("exactly the tests that need a database run on PostgreSQL, in whatever folder", () => {
  const files = testsOnPg();
  expect(files).toEqual(
    expect.arrayContaining([
      "tests/upstream/content/reactions.test.ts",
      "tests/upstream/database/postgres-faults.test.ts",
      "tests/upstream/zhiku/pay-sequences.test.ts",
      "tests/contract/walker.test.ts",
      "tests/programs/import.test.ts",
    ]),
  );
  expect(files).not.toContain("tests/upstream/search/search-segment.test.ts");
});
