import { renderToStaticMarkup } from "react-dom/server";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Badge } from "#app/components/ui/count";
import { Tabs } from "#app/components/ui/tabs";
import { currentToasts, toast } from "#app/components/ui/toast";

const messages = () => currentToasts().map(({ message }) => message);

describe("toasts", () => {
  let narrow = false;
  beforeEach(() => {
    narrow = false;
    vi.useFakeTimers();
    vi.stubGlobal("matchMedia", () => ({ matches: narrow }));
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it("stay for three seconds each", () => {
    toast("网络出了点问题，请稍后重试");
    vi.advanceTimersByTime(1_000);
    toast("资料已保存", "success");
    vi.advanceTimersByTime(1_999);
    expect(messages()).toEqual(["网络出了点问题，请稍后重试", "资料已保存"]);
    vi.advanceTimersByTime(1);
    expect(messages()).toEqual(["资料已保存"]);
    vi.advanceTimersByTime(1_000);
    expect(messages()).toEqual([]);
  });

  it("are replaced by newer ones when there are many", () => {
    for (const message of ["一", "二", "三", "四"]) toast(message);
    expect(messages()).toEqual(["二", "三", "四"]);
    vi.runAllTimers();
  });

  it("are shown one at a time on a narrow screen, where several would cover a form's button", () => {
    narrow = true;
    for (const message of ["一", "二"]) toast(message);
    expect(messages()).toEqual(["二"]);
    vi.runAllTimers();
  });
});

it("a badge shows 99+ above 99, the whole number to screen readers, and nothing for zero", () => {
  const badge = (value: number) => renderToStaticMarkup(<Badge value={value} label="条未读通知" />);
  expect(badge(0)).toBe("");
  expect(badge(99)).toMatch(/>99<.*>99 条未读通知</);
  expect(badge(100)).toMatch(/>99\+<.*>100 条未读通知</);
});

it("so does a tab with unread entries, but not one that counts all", () => {
  const tab = (counts: { count?: number; unread?: number }) =>
    renderToStaticMarkup(<Tabs label="通知类别" tabs={[{ label: "评论", to: "/", current: true, ...counts }]} />);
  expect(tab({ unread: 100 })).toContain(">99+<");
  expect(tab({ unread: 99 })).toContain(">99<");
  expect(tab({ unread: 0 })).not.toContain("tabs__count");
  expect(tab({ count: 100 })).toContain(">100<");
});
