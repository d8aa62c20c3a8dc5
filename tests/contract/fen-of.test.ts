import { expect, test } from "vitest";
import { fenOf } from "#app/contract/text/fen-of";

test("an amount in yuan is parsed as people type it, and never as a hundred times too much", () => {
  const read = {
    "198": 19_800,
    "9.9": 990,
    "0.01": 1,
    "¥1,980": 198_000,
    " ￥１９８．５ ": 19_850,
    "1,234,567.89": 123_456_789,
    "9999999999.99": 999_999_999_999,
    "99999999999999999999": Number.MAX_SAFE_INTEGER,
  };
  for (const [typed, fen] of Object.entries(read)) expect(fenOf(typed), typed).toBe(fen);
  for (const typed of ["", "9,90", "1,98", "19,80.5", "12,3456", "9.905", "-1", "1e3", "¥", "免费"])
    expect(fenOf(typed), typed).toBe(-1);
});
