import { describe, expect, test } from "vitest";
import { decodeId, encodeId } from "#app/server/urls/short-id.server";

const IDS = [1, 2, 9, 10, 99, 100, 12345, 999_999, 2 ** 31, 2 ** 40, Number.MAX_SAFE_INTEGER];

describe("short ids", () => {
  test("have at least twelve letters and digits, different for each number", () => {
    const made = IDS.map(encodeId);
    for (const [index, shortId] of made.entries()) {
      expect(shortId).toMatch(/^[0-9A-Za-z]{12,}$/);
      expect(decodeId(shortId)).toBe(IDS[index]);
    }
    expect(new Set(made).size).toBe(IDS.length);
    expect(new Set(Array.from({ length: 5_000 }, (_, n) => encodeId(n + 1))).size).toBe(5_000);
  });

  test("never change, because links all over the web contain them", () => {
    expect(encodeId(1)).toBe("5n21gnxvlwyz");
  });

  test("are never all digits, which would be taken for a number", () => {
    for (let id = 1; id <= 5_000; id += 1) expect(encodeId(id)).not.toMatch(/^\d+$/);
  });

  test("are rejected if they were never generated", () => {
    const junk = [
      "",
      "a",
      "1",
      "abcdefghijkl",
      "0".repeat(12),
      "__proto__",
      "constructor",
      "中文",
      "%20",
      "a".repeat(41),
    ];
    const nearly = [
      `${encodeId(7)}a`,
      encodeId(7).slice(1),
      encodeId(7).toUpperCase(),
      ` ${encodeId(7)}`,
      `${encodeId(7)}\n`,
    ];
    for (const shortId of [...junk, ...nearly]) expect(decodeId(shortId), shortId).toBeNull();
    expect(decodeId(null)).toBeNull();
    expect(decodeId(undefined)).toBeNull();
  });

  test("with one letter changed are another number's or nobody's, never the same", () => {
    const shortId = encodeId(4711);
    for (let at = 0; at < shortId.length; at += 1) {
      const changed = `${shortId.slice(0, at)}${shortId[at] === "a" ? "b" : "a"}${shortId.slice(at + 1)}`;
      expect(decodeId(changed)).not.toBe(4711);
    }
  });
});
