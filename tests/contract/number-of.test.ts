import { expect, test } from "vitest";
import { numberOf } from "#app/contract/text/number-of";

test("a number is parsed as people type it, and nothing else becomes a number or none", () => {
  for (const [typed, number] of Object.entries({ "365": 365, " ３６５ ": 365, "-1": -1, "1.5": 1.5 }))
    expect(numberOf(typed), typed).toBe(number);
  for (const typed of ["", "1e3", "0x10", "三", "1,000", "Infinity"]) expect(numberOf(typed), typed).toBe(typed);
});
