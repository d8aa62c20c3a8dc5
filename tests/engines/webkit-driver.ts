import { type ChildProcess, spawn } from "node:child_process";
import { Builder, Capabilities, Key, type WebDriver, WebElement } from "selenium-webdriver";
import { withinTime } from "#runtime/within-time";
import { freePort } from "#tests/support/free-port";
import { callOf, composeByEvents, type Driver } from "./driver";

/** A virtual screen for windows. */
export type Screen = { display: string; stop: () => void };

/** Starts Xvfb. @throws if there is none */
export async function startScreen(program: string): Promise<Screen> {
  const xvfb = spawn(program, ["-displayfd", "3", "-screen", "0", "1600x1200x24", "-nolisten", "tcp"], {
    stdio: ["ignore", "ignore", "ignore", "pipe"],
  });
  const display = `:${await firstLine(xvfb)}`;
  return { display, stop: () => void xvfb.kill() };
}

/** Xvfb's output when it is ready: its display number. */
function firstLine(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    child.stdio[3]?.once("data", (bytes: Buffer) => resolve(bytes.toString().trim()));
    child.once("exit", (code) => reject(new Error(`Xvfb ended with ${code}`)));
    child.once("error", reject);
  });
}

const KEYS = { Enter: Key.ENTER, Escape: Key.ESCAPE, Tab: Key.TAB, Shift: Key.SHIFT };

type Programs = { driver: string; browser: string };
type Started = { session: WebDriver; stop: () => void };

/** Milliseconds after which a browser is not waited for any more; on a busy machine it takes four seconds. */
const START_MAX = 20_000;
/** Milliseconds between looks at whether the driver listens. */
const LOOK_EVERY = 50;

/** Starts a WebKitWebDriver, which has one session at a time, in a process group together with its browser. */
async function startServer(program: string, display: string): Promise<{ url: string; stop: () => void }> {
  const port = await freePort();
  const env = { ...process.env, DISPLAY: display, LANG: "C.UTF-8", LANGUAGE: "zh_CN" };
  const server = spawn(program, ["-p", String(port)], { stdio: "ignore", env, detached: true });
  const url = `http://127.0.0.1:${port}`;
  while (!(await fetch(`${url}/status`).catch(() => null))?.ok) {
    if (server.exitCode !== null) throw new Error(`${program} ended with ${server.exitCode}`);
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY));
  }
  return { url, stop: () => void (server.pid && process.kill(-server.pid, "SIGKILL")) };
}

/**
 * Starts a driver and its browser. The driver selects a port for the browser, among those that outgoing connections get,
 * too; if one has it by the time the browser wants to listen, the driver waits for the browser for ever. Both are
 * started again then.
 */
async function startBrowser({ driver, browser }: Programs, { display }: Screen): Promise<Started> {
  const capabilities = new Capabilities({
    browserName: "MiniBrowser",
    "webkitgtk:browserOptions": { binary: browser, args: ["--automation"] },
  });
  for (let left = 2; ; left -= 1) {
    const { url, stop } = await startServer(driver, display);
    const building = new Builder().usingServer(url).withCapabilities(capabilities).build();
    const session = await withinTime(building, START_MAX, null);
    if (session) return { session, stop };
    building.catch(() => {});
    stop();
    if (left === 0) throw new Error(`${browser} did not start`);
  }
}

/** Opens a new WebKitGTK through classic WebDriver. */
export async function webkitDriver(programs: Programs, screen: Screen): Promise<Driver> {
  const { session, stop } = await startBrowser(programs, screen);
  const run = <T>(call: string) => session.executeScript<T>(`return ${call}`);
  await session.manage().window().setRect({ width: 1280, height: 900 });
  return {
    // Our scripts start after the page has loaded and was painted, so their messages are heard.
    open: (to) => session.get(to),
    run: (task, ...args) => run(callOf(task, args)),
    async find(look, ...args) {
      const found = await run<unknown>(callOf(look, args));
      if (!(found instanceof WebElement)) return null;
      // Clicks at its position, like a person; the driver's own click refuses elements during a page transition.
      const click = () => session.actions().move({ origin: found }).click().perform();
      return { click, choose: (file) => found.sendKeys(file) };
    },
    type: async (text) => (await session.switchTo().activeElement()).sendKeys(text),
    press: async (key) => (await session.switchTo().activeElement()).sendKeys(KEYS[key]),
    compose: (candidate, text) => run(callOf(composeByEvents, [candidate, text])),
    async resize(width, height) {
      await session.manage().window().setRect({ width, height });
    },
    async setCookie(name, value, to) {
      // Only a page of the site may set cookies, and it must be an HTML page, because WebKit complains about the icon
      // of others.
      await session.get(new URL("/about", to).href);
      await session.manage().addCookie({ name, value, path: "/" });
    },
    complaints: () => [],
    screenshot: () => session.takeScreenshot(),
    close: async () => stop(),
  };
}
