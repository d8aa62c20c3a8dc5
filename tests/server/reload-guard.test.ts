import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { reloadOnce } from "#app/features/build/reload-guard";

const visits: string[] = [];
let stored: Map<string, string>;

beforeEach(() => {
  visits.length = 0;
  stored = new Map();
  vi.stubGlobal("location", {
    pathname: "/question",
    search: "?page=2",
    reload: () => visits.push("(reload)"),
    set href(path: string) {
      visits.push(path);
    },
  });
  vi.stubGlobal("sessionStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  });
});
afterEach(() => vi.unstubAllGlobals());

const NOW = 1_000_000;

describe("reloadOnce", () => {
  test("loads another path, or reloads the current one", () => {
    expect(reloadOnce("/article/x", NOW)).toBe(true);
    expect(reloadOnce("/question?page=2", NOW)).toBe(true);
    expect(visits).toEqual(["/article/x", "(reload)"]);
  });

  test("reloads a path at most once in ten seconds", () => {
    expect(reloadOnce("/a", NOW)).toBe(true);
    expect(reloadOnce("/a", NOW + 9_999)).toBe(false);
    expect(reloadOnce("/a", NOW + 10_000)).toBe(true);
    expect(visits).toEqual(["/a", "/a"]);
  });

  test("stores a marker with the path and its expiry", () => {
    reloadOnce("/a", NOW);
    expect([...stored.values()].map((value) => JSON.parse(value))).toEqual([{ path: "/a", expires: NOW + 10_000 }]);
  });

  test("keeps the hash, which is not part of the page", () => {
    expect(reloadOnce("/a#answer", NOW)).toBe(true);
    expect(visits).toEqual(["/a#answer"]);
    expect(reloadOnce("/a#other", NOW)).toBe(false);
  });

  test("treats another path separately", () => {
    expect(reloadOnce("/a", NOW)).toBe(true);
    expect(reloadOnce("/b", NOW)).toBe(true);
  });

  test("never reloads without storage, because it might do so for ever", () => {
    vi.stubGlobal("sessionStorage", {
      getItem: () => null,
      setItem: () => {
        throw new DOMException("full", "QuotaExceededError");
      },
    });
    expect(reloadOnce("/a", NOW)).toBe(false);
    vi.stubGlobal("sessionStorage", undefined);
    expect(reloadOnce("/a", NOW)).toBe(false);
    Object.defineProperty(globalThis, "sessionStorage", {
      configurable: true,
      get: () => {
        throw new DOMException("denied", "SecurityError");
      },
    });
    expect(reloadOnce("/a", NOW)).toBe(false);
    expect(visits).toEqual([]);
  });

  test("ignores a marker that somebody else wrote", () => {
    for (const junk of ["", "null", "3", "[]", '{"path":3}', "{not json"]) {
      stored.set("shequ:reload", junk);
      expect(reloadOnce("/a", NOW), junk).toBe(true);
    }
  });
});
