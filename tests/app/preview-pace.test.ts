import { expect, test } from "vitest";
import { BODY_MAX } from "#app/contract/limits";
import { previewCost } from "#app/contract/writing/preview-cost";
import { previewWait } from "#app/features/write/tools/preview-pace";
import { LIMITS } from "#upstream/policy/limits";

const { max, window } = LIMITS.preview;

test.each([1, 10_000, 10_001, 50_000, BODY_MAX])(
  "a writer of %d characters who types on has previews all the time",
  (length) => {
    let used = 0;
    for (let time = 0; time < window; time += previewWait({ length, age: 0 })) used += previewCost(length);
    expect(used).toBeLessThanOrEqual(max);
    expect(used).toBeGreaterThan(max / 2);
  },
);

test("after a rest, the preview follows at once, however long the text is", () => {
  expect(previewWait({ length: BODY_MAX, age: 6_000 })).toBe(previewWait({ length: 1, age: 6_000 }));
});
