import { describe, expect, test } from "vitest";
import { z } from "zod";
import { allEndpoints } from "#app/contract/index";
import { decimal } from "#app/contract/text/decimal";

/** Other spellings of numbers, which `Number` reads. */
const SPELLINGS = ["0x1", "1e0", "1.0", " 1", "1 ", "+1", "01", "0b1", "1_0", "１"];

type Fields = Record<string, z.ZodType>;
const fieldsOf = (schema: unknown): Fields => (schema as { shape?: Fields } | undefined)?.shape ?? {};
const readsNumbers = (schema: z.ZodType) => typeof schema.safeParse("1").data === "number";

describe("numbers in paths, queries and bodies are read as decimal only", () => {
  const found = allEndpoints().flatMap(({ name, endpoint }) =>
    (["params", "query", "body"] as const).flatMap((part) =>
      Object.entries(fieldsOf(endpoint[part]))
        .filter(([, schema]) => readsNumbers(schema))
        .map(([field, schema]) => [`${name} ${part}.${field}`, schema] as const),
    ),
  );
  test("most calls have some", () => expect(found.length).toBeGreaterThan(300));
  test.each(found)("%s", (_, schema) => {
    const read = SPELLINGS.filter((text) => typeof schema.safeParse(text).data === "number");
    expect(read).toEqual([]);
  });
});

test.each([
  ["0", 0],
  ["-7", -7],
  ["999999999999999", 999_999_999_999_999],
  [12, 12],
])("%s is read as a number", (text, number) => {
  expect(decimal(z.number().int()).parse(text)).toBe(number);
});

test.each(["", "-0", "9999999999999999", null, true, [1]])("%j is no number", (value) => {
  expect(decimal(z.number().int()).safeParse(value).success).toBe(false);
});
