import { describe, expect, it } from "vitest";
import { formatCount } from "#app/components/ui/count";
import { dayEnd, formatDateTime, formatRelative, formatSpan, relativeUntil } from "#app/components/ui/format-time";
import { pageNumbers } from "#app/components/ui/page-numbers";
import { formatDay } from "#app/features/activity/format-day";

/** 2025-03-10 15:00 in China. */
const NOW = Date.parse("2025-03-10T07:00:00Z");
const said = (iso: string) => formatRelative(Date.parse(iso), NOW);

describe("times", () => {
  it("are written as people say them", () => {
    expect(said("2025-03-10T06:59:30Z")).toBe("刚刚");
    expect(said("2025-03-10T06:57:00Z")).toBe("3 分钟前");
    expect(said("2025-03-10T06:47:30Z")).toBe("10 分钟前");
    expect(said("2025-03-10T06:00:30Z")).toBe("50 分钟前");
    expect(said("2025-03-10T06:00:00Z")).toBe("1 小时前");
    expect(said("2025-03-10T02:00:00Z")).toBe("5 小时前");
    expect(said("2025-03-02T02:00:00Z")).toBe("2025-03-02");
  });

  it("change their day at midnight in China", () => {
    expect(said("2025-03-09T16:00:00Z")).toBe("15 小时前");
    expect(said("2025-03-09T15:59:00Z")).toBe("昨天 23:59");
    expect(said("2025-03-08T15:59:00Z")).toBe("2025-03-08");
    expect(formatDateTime(Date.parse("2025-03-09T16:05:00Z"))).toBe("2025-03-10 00:05");
  });

  it("have the calendar day in China", () => {
    expect(formatDay(Date.parse("2025-03-09T16:30:00Z"))).toEqual({ month: "3月", day: "10", weekday: "周一" });
    expect(formatDay(Number.NaN)).toEqual({ month: "", day: "", weekday: "" });
  });

  it("stay correct until the returned time, at which the text or the day changes", () => {
    const midnight = Date.parse("2025-03-10T16:00:00Z");
    expect(dayEnd(NOW)).toBe(midnight);
    const MINUTE = 60_000;
    const ages = [-5000, -70, -0.5, 0, 0.3, 1, 3.5, 59.9, 60, 61, 130, 480, 899, 901, 1500, 3000, 50_000];
    for (const age of ages) {
      const instant = NOW - age * MINUTE;
      const until = relativeUntil(instant, NOW);
      expect(until, `${age}`).toBeGreaterThan(NOW);
      expect(formatRelative(instant, until - 1), `${age}`).toBe(formatRelative(instant, NOW));
      if (until < midnight) expect(formatRelative(instant, until), `${age}`).not.toBe(formatRelative(instant, NOW));
      else expect(until).toBe(midnight);
    }
    expect(relativeUntil(Number.NaN, NOW)).toBe(midnight);
  });

  it("tolerate a clock that is slightly ahead, and invalid times", () => {
    expect(said("2025-03-10T07:00:40Z")).toBe("刚刚");
    expect(said("2025-04-01T07:00:00Z")).toBe("2025-04-01");
    expect(said("nonsense")).toBe("");
  });

  it("span one day or several, and include another year", () => {
    const span = (from: string, to: string) => formatSpan(Date.parse(from), Date.parse(to), NOW);
    expect(span("2025-03-16T06:00:00Z", "2025-03-16T09:00:00Z")).toBe("3月16日 周日 14:00–\u206017:00");
    expect(span("2025-03-16T06:00:00Z", "2025-03-18T06:00:00Z")).toBe("3月16日 14:00 至 3月18日 14:00");
    expect(span("2026-01-01T01:00:00Z", "2026-01-01T02:00:00Z")).toBe("2026年1月1日 周四 09:00–\u206010:00");
    expect(span("2026-01-06T06:00:00Z", "2026-01-11T06:00:00Z")).toBe("2026年1月6日 14:00 至 1月11日 14:00");
    expect(span("2025-12-31T06:00:00Z", "2026-01-02T06:00:00Z")).toBe("12月31日 14:00 至 2026年1月2日 14:00");
  });
});

it("counts are cut, never rounded up", () => {
  expect([0, 9_999, 10_000, 12_345, 19_999, 99_999_999, 123_456_789].map(formatCount)).toEqual([
    "0",
    "9999",
    "1 万",
    "1.2 万",
    "1.9 万",
    "9999.9 万",
    "1.2 亿",
  ]);
});

describe("page numbers", () => {
  const shown = (current: number, last: number) =>
    pageNumbers(current, last).map((entry) => (entry.kind === "gap" ? "…" : entry.page));

  it("show the first, the last and the neighbouring pages", () => {
    expect(shown(1, 1)).toEqual([1]);
    expect(shown(1, 11)).toEqual([1, 2, 3, "…", 11]);
    expect(shown(7, 50)).toEqual([1, "…", 5, 6, 7, 8, 9, "…", 50]);
    expect(shown(50, 50)).toEqual([1, "…", 48, 49, 50]);
  });

  it("are at most three on narrow screens", () => {
    const near = (current: number, last: number) =>
      pageNumbers(current, last).flatMap((entry) => (entry.kind === "page" && entry.near ? [entry.page] : []));
    expect(near(7, 50)).toEqual([1, 7, 50]);
    expect(near(1, 11)).toEqual([1, 11]);
  });

  it("fill a gap of one, and tolerate a page beyond the end", () => {
    expect(shown(5, 9)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(shown(99, 4)).toEqual([1, 2, 3, 4]);
  });
});
