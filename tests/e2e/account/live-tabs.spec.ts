import { expect, type Page, test } from "@playwright/test";
import { logIn, newMember } from "#tests/e2e/support/member";
import { open } from "#tests/e2e/support/page-errors";

declare global {
  interface Window {
    streams: EventSource[];
  }
}

/** States of a stream, as in `EventSource`. */
const [OPEN, CLOSED] = [1, 2];

/** Acts as if the tab came to the front, or went behind another one. */
const show = (page: Page, state: "visible" | "hidden") =>
  page.evaluate((value) => {
    Object.defineProperty(document, "visibilityState", { value, configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
  }, state);

test("a hidden tab holds no connection, and listens again once it is shown", async ({ page, context, baseURL }) => {
  await logIn(context, await newMember(), baseURL);
  await page.addInitScript(() => {
    const Real = window.EventSource;
    window.streams = [];
    window.EventSource = class extends Real {
      constructor(url: string | URL) {
        super(url);
        window.streams.push(this);
      }
    };
  });
  const states = () => page.evaluate(() => window.streams.map(({ readyState }) => readyState));
  await open(page, "/about");
  await expect.poll(states).toEqual([OPEN]);
  await show(page, "hidden");
  expect(await states()).toEqual([CLOSED]);
  await show(page, "visible");
  await expect.poll(states).toEqual([CLOSED, OPEN]);
});
