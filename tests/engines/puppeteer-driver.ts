import type { Browser, ElementHandle } from "puppeteer-core";
import puppeteer from "puppeteer-core";
import { COMPLAINTS, noteComplaints, SKIPPED_TRANSITION } from "./complaints";
import { callOf, composeByEvents, type Driver } from "./driver";

const LOCALE = "zh-CN";

/** Starts Chromium through its own protocol, or Firefox through WebDriver BiDi. */
export function launch(engine: "chromium" | "firefox", executablePath: string): Promise<Browser> {
  return puppeteer.launch({
    executablePath,
    browser: engine === "firefox" ? "firefox" : "chrome",
    headless: true,
    // Root, as in a container, has no sandbox there.
    ...(engine === "chromium" ? { args: ["--no-sandbox", `--lang=${LOCALE}`] } : {}),
    extraPrefsFirefox: {
      "intl.accept_languages": LOCALE,
      // Caching a page for Back gives the tab another context, during whose change navigations were reported as
      // aborted.
      "fission.bfcacheInParent": false,
    },
  });
}

/** Opens a page with its own cookies. */
export async function puppeteerDriver(browser: Browser): Promise<Driver> {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  await page.setViewport({ width: 1280, height: 800 });
  await page.evaluateOnNewDocument(noteComplaints, COMPLAINTS, SKIPPED_TRANSITION);
  const complaints: string[] = [];
  let leaving = false;
  page.on("framenavigated", (frame) => {
    if (frame === page.mainFrame()) leaving = false;
  });
  page.on("console", (message) => {
    // Requests aborted by leaving are not failures.
    if (leaving || message.text().includes(SKIPPED_TRANSITION)) return;
    if (message.type() === "error" || message.type() === "warn") complaints.push(`console: ${message.text()}`);
  });
  page.on("pageerror", (error) => {
    if (!String(error).includes(SKIPPED_TRANSITION)) complaints.push(`uncaught: ${String(error)}`);
  });
  const isChromium = !(await browser.version()).startsWith("firefox");
  return {
    async open(url) {
      leaving = true;
      // Not by the protocol's command: Firefox fails it if a request of the previous page is aborted meanwhile.
      await page.evaluate((to) => location.assign(to), url);
    },
    run: (task, ...args) => page.evaluate(callOf(task, args)) as Promise<never>,
    async find(look, ...args) {
      const found = (await page.evaluateHandle(callOf(look, args))).asElement() as ElementHandle<Element> | null;
      return (
        found && {
          click: () => found.click(),
          choose: (file) => (found as ElementHandle<HTMLInputElement>).uploadFile(file),
        }
      );
    },
    type: (text) => page.keyboard.type(text),
    press: (key) => page.keyboard.press(key),
    async compose(candidate, text) {
      if (!isChromium) return void (await page.evaluate(composeByEvents, candidate, text));
      const session = await page.createCDPSession();
      const { length } = candidate;
      await session.send("Input.imeSetComposition", { text: candidate, selectionStart: length, selectionEnd: length });
      for (const key of ["Enter", "Escape", "Tab"]) {
        const taken = { key, code: key, windowsVirtualKeyCode: 229, nativeVirtualKeyCode: 229 };
        await session.send("Input.dispatchKeyEvent", { type: "rawKeyDown", ...taken });
        await session.send("Input.dispatchKeyEvent", { type: "keyUp", ...taken });
      }
      await session.send("Input.insertText", { text });
      await session.detach();
    },
    resize: (width, height) => page.setViewport({ width, height }),
    setCookie: (name, value, url) => context.setCookie({ name, value, domain: new URL(url).hostname, path: "/" }),
    complaints: () => complaints,
    screenshot: () => page.screenshot({ encoding: "base64" }),
    close: () => context.close(),
  };
}
