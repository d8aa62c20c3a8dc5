import fc from "fast-check";
import { decode, encode } from "turbo-stream";
import { expect, it } from "vitest";
import { encodePlainData } from "#framework/plain-data.mjs";

const decoded = async (text: string) => (await decode(new Blob([text]).stream())).value;
const plain = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 5 },
    fc.constantFrom(undefined, null, true, false, "", "中文 \u2028 \"<'&", 0, 1),
    fc.string(),
    fc.integer(),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value || 0),
    fc.array(tie("value")),
    // turbo-stream's decoder would set the prototype for a key of this name.
    fc.dictionary(
      fc.string().filter((key) => key !== "__proto__"),
      tie("value"),
      { noNullPrototype: true },
    ),
  ),
})).value;

it("is decoded by turbo-stream to the original data", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.dictionary(fc.constantFrom("loaderData", "errors", "x"), plain, { noNullPrototype: true }),
      async (data) => {
        expect(await decoded(encodePlainData(data) ?? "")).toEqual(data);
      },
    ),
  );
});

it("is never longer than turbo-stream's own encoding", async () => {
  const author = { id: 7, nickname: "陆嘉禾" };
  const data = {
    list: [
      { author, tags: ["AI", "AI"] },
      { author, tags: [] },
    ],
    total: 7,
    more: undefined,
    next: null,
  };
  const theirs = await new Response(encode(data)).text();
  expect(encodePlainData(data)?.length).toBeLessThanOrEqual(theirs.length);
});

it("leaves data that is not plain to turbo-stream", () => {
  class Thing {}
  const others = [new Date(), Promise.resolve(1), new Map(), new Error("no"), new Thing(), () => 1, Number.NaN, -0, 1n];
  for (const one of [...others, Symbol.for("s"), Object.create(null)])
    expect(encodePlainData({ deep: [one] })).toBeUndefined();
  for (const one of [{ [Symbol("redirect")]: 1 }, null, undefined, "text"])
    expect(encodePlainData(one)).toBeUndefined();
});
