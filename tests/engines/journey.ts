import { writeFileSync } from "node:fs";
import { test as base, chromium, expect } from "@playwright/test";
import { findChromium } from "../../scripts/find-chromium.mjs";
import { findEngines } from "../../scripts/find-engines.mjs";
import type { Driver } from "./driver";
import { launch, puppeteerDriver } from "./puppeteer-driver";
import { Tab } from "./tab";
import { startScreen, webkitDriver } from "./webkit-driver";

export type Engine = "chromium" | "firefox" | "webkit";

type Opener = { open: () => Promise<Driver>; stop: () => void };

async function start(engine: Engine): Promise<Opener> {
  const { firefox, webkit } = findEngines();
  if (engine === "webkit") {
    if (!webkit) throw new Error("no WebKit here");
    const screen = await startScreen(webkit.screen);
    return { open: () => webkitDriver(webkit, screen), stop: screen.stop };
  }
  const path = engine === "firefox" ? firefox : findChromium() || chromium.executablePath();
  if (!path) throw new Error(`no ${engine} here`);
  const browser = await launch(engine, path);
  return { open: () => puppeteerDriver(browser), stop: () => void browser.close() };
}

/** Time in milliseconds for starting a browser; not part of a journey's own time. */
const START_TIMEOUT = 90_000;

/** A journey has its own tab in its project's engine, and must cause no complaints. */
export const test = base.extend<{ driver: Driver; tab: Tab }, { engine: Engine; opener: Opener }>({
  engine: ["chromium", { option: true, scope: "worker" }],
  opener: [
    async ({ engine }, use) => {
      const opener = await start(engine);
      await use(opener);
      opener.stop();
    },
    { scope: "worker", timeout: START_TIMEOUT },
  ],
  driver: [
    async ({ opener }, use) => {
      const driver = await opener.open();
      await use(driver);
      await driver.close();
    },
    { timeout: START_TIMEOUT },
  ],
  tab: async ({ driver, baseURL }, use, info) => {
    const tab = new Tab(driver, baseURL ?? "");
    await use(tab);
    if (info.status !== info.expectedStatus) writeFileSync(info.outputPath("screenshot.png"), await tab.screenshot());
    expect(await tab.complaints()).toEqual([]);
  },
});
