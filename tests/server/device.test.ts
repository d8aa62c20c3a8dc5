import { describe, expect, test } from "vitest";
import { deviceHeaderOf, deviceOf, pageVariantOf } from "#app/server/request/device.server";
import { endIfHung } from "#tests/runner/end-if-hung";
import { CRAWLERS, MOZILLA, READERS } from "./user-agents";

const like = (userAgent: string) => new Request("http://site.test/", { headers: { "user-agent": userAgent } });
describe("a reader's device is recognized by the user agent", () => {
  test.each(READERS)("%s: %s, %s", (_, form, os, browser, userAgent) => {
    expect(deviceOf(like(userAgent))).toEqual({ form, os, browser, crawler: false });
    expect(deviceHeaderOf(like(userAgent))).toMatch(new RegExp(`^os=[\\x20-\\x7e]+; browser=${browser}$`));
  });
});

describe("crawlers are recognized by the user agent", () => {
  test.each(CRAWLERS)("%s", (_, userAgent) => {
    expect(deviceOf(like(userAgent)).crawler).toBe(true);
  });
});

/** Far longer than the server accepts: quadratic work would take hours. */
const LONG = 1_000_000;

describe("whatever a user agent is", () => {
  const hostile = [
    "\xff\xfe",
    "a".repeat(LONG),
    "Mozilla/5.0 (".repeat(LONG),
    `${MOZILLA} (${"x;".repeat(LONG)})`,
    "__proto__",
    "'; drop table users; --",
    `MicroMessenger/${"1.".repeat(LONG)}`,
  ];
  test.each(hostile.map((userAgent) => [userAgent.slice(0, 30), userAgent]))(
    "%s is parsed in a moment",
    (_, userAgent) => {
      endIfHung(() => {
        expect(pageVariantOf(userAgent)).toMatch(/^(web|wechat)$/);
        expect(deviceOf(like(userAgent.slice(0, 50_000))).form).toMatch(/^(mobile|tablet|desktop)$/);
        expect(deviceHeaderOf(like(userAgent)).length).toBeLessThanOrEqual(64);
      });
    },
  );

  test("only WeChat on a phone has pages of its own", () => {
    const own = READERS.filter((row) => pageVariantOf(row[4]) === "wechat").map(([name]) => name);
    expect(own).toEqual(READERS.map(([name]) => name).filter((name) => /^WeChat on (?!Windows|macOS)/.test(name)));
    expect(own.length).toBeGreaterThan(0);
  });
});
