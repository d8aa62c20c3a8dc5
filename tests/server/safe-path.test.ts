import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { safePath } from "#app/server/urls/safe-path.server";
import { OPEN_REDIRECTS } from "#tests/fixtures/open-redirects";

/** Entries of open-redirect lists, and browsers' interpretations of slashes, backslashes and control characters. */
const CORPUS: string[] = [...OPEN_REDIRECTS, `/${"a".repeat(2000)}`];

describe("a target off the site, or that is no path, leads home", () => {
  test("the corpus is long enough to be meaningful", () => expect(new Set(CORPUS).size).toBeGreaterThanOrEqual(150));

  test.each(CORPUS.map((target) => [JSON.stringify(target).slice(0, 60), target]))("%s", (_, target) => {
    expect(safePath(target)).toBe("/");
    expect(safePath(target, "/elsewhere")).toBe("/elsewhere");
  });

  test("nothing at all", () => {
    expect(safePath(null)).toBe("/");
    expect(safePath(undefined, "/login")).toBe("/login");
  });
});

describe("paths of the site stay what they are", () => {
  test.each([
    "/",
    "/question/abc?aid=1#answer",
    "/search/all?q=a%20b&page=2",
    "/search/all?q=%E4%B8%AD%E6%96%87",
    "/a//b",
    "/a?next=//evil.example",
    "/a?next=https://evil.example/",
    "/a#//evil.example",
    "/:80",
    "/@evil.example",
    "/;//evil.example",
    "/%2f%2fevil.example",
    "/%5cevil.example",
    "/http://evil.example",
  ])("%s", (path) => expect(safePath(path)).toBe(path));

  test("letters of all scripts are percent-encoded", () => {
    expect(safePath("/search/all?q=中文")).toBe("/search/all?q=%E4%B8%AD%E6%96%87");
    expect(safePath("/a/../b")).toBe("/b");
  });
});

test("whatever it returns, every browser parses as a path of the same site", () => {
  const alphabet = fc.constantFrom(
    ..."/\\:@.?#%;&=ae2f5c \t\n\r\0。．／＼".split(""),
    "http",
    "//",
    "/\\",
    "%2f",
    "%5c",
    "..",
  );
  fc.assert(
    fc.property(fc.array(alphabet, { maxLength: 12 }), (parts) => {
      const given = safePath(parts.join(""));
      expect(given).toMatch(/^\/(?![/\\])[^\s\\]*$/);
      for (const base of ["http://site.test/x/y", "https://site.test"]) {
        expect(new URL(given, base).host).toBe("site.test");
      }
      expect(safePath(given)).toBe(given);
    }),
    { numRuns: 3_000 },
  );
});
