import { expect, test } from "vitest";
import { instant, requiredInstant } from "#app/contract/admin/instant";
import { instantOf } from "#app/features/admin/fields/datetime-local";

const NO_TIME = "不是有效的时间";

const told = (schema: typeof instant, value: unknown) =>
  schema.safeParse(value).error?.issues.map(({ message }) => message);

test("a time of staff is in UTC once it is read, so that times can be compared as text", () => {
  expect(instant.parse("2026-12-24T09:30:00+08:00")).toBe("2026-12-24T01:30:00.000Z");
  expect(instant.parse("2026-12-24T01:30:00Z")).toBe("2026-12-24T01:30:00.000Z");
  expect(requiredInstant("开始时间").parse("2026-12-24T01:30:00.000Z")).toBe("2026-12-24T01:30:00.000Z");
});

test.each(["2026", "2026-12-24", "2026-12-24 9:30", "2026-12-24T09:30:00", "24 December 2026", "明天"])(
  "%s is no time: which one it would be depends on the server's zone",
  (typed) => {
    expect(told(instant, typed)).toEqual([NO_TIME]);
    expect(told(requiredInstant("开始时间"), typed)).toEqual([NO_TIME]);
    // What a field of the console leaves as it is.
    expect(told(instant, instantOf(typed.replace("T", " um ")))).toEqual([NO_TIME]);
  },
);

test("a missing time is named by its field's label", () => {
  expect(told(requiredInstant("开始时间"), "")).toEqual(["请填开始时间"]);
  expect(told(requiredInstant("开始时间"), undefined)).toEqual(["请填开始时间"]);
});
