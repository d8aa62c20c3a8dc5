import { expect, test } from "vitest";
import { parseId } from "#app/contract/text/parse-id";

test("an id is a positive number in decimal that a number can hold exactly", () => {
  expect(["1", "42", "999999999999999"].map(parseId)).toEqual([1, 42, 999_999_999_999_999]);
  const others = [
    "",
    "0",
    "007",
    "-1",
    "+1",
    "1.0",
    "1e3",
    "0x1f",
    " 1",
    "1\n",
    "１２",
    "1000000000000000",
    "abc",
    null,
  ];
  for (const other of others) expect(parseId(other), JSON.stringify(other)).toBeNull();
  expect(parseId(undefined)).toBeNull();
});
