import { renderToStaticMarkup } from "react-dom/server";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Badge } from "#app/components/ui/count";
import { Tabs } from "#app/components/ui/tabs";
import { closeToast, currentToasts, toast } from "#app/components/ui/toast";

const messages = () => currentToasts().map(({ message }) => message);

describe("toasts", () => {
  let narrow = false;
  beforeEach(() => {
    narrow = false;
    vi.stubGlobal("matchMedia", () => ({ matches: narrow }));
  });
  afterEach(() => {
    for (const { id } of currentToasts()) closeToast(id);
    vi.unstubAllGlobals();
  });

  it("are replaced by newer ones when there are many", () => {
    for (const message of ["一", "二", "三", "四"]) toast(message);
    expect(messages()).toEqual(["二", "三", "四"]);
  });

  it("are shown one at a time on a narrow screen, where several would cover a form's button", () => {
    narrow = true;
    for (const message of ["一", "二"]) toast(message);
    expect(messages()).toEqual(["二"]);
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
