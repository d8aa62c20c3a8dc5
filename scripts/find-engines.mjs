import { existsSync, readdirSync } from "node:fs";
import { installDebian } from "./install-debian.mjs";

const FIREFOXES = [
  process.env.FIREFOX,
  "/usr/bin/firefox-esr",
  "/usr/bin/firefox",
  "/Applications/Firefox.app/Contents/MacOS/firefox",
];

/**
 * @typedef {{ firefox?: string, webkit?: { driver: string, browser: string, screen: string } }} Engines paths of
 * installed ones
 */

/**
 * Finds the installed browsers besides Chromium in which the journeys run.
 * @returns {Engines}
 */
export function findEngines() {
  const firefox = FIREFOXES.find((path) => path && existsSync(path));
  const browser = miniBrowser();
  const [driver, screen] = ["/usr/bin/WebKitWebDriver", "/usr/bin/Xvfb"];
  return {
    ...(firefox ? { firefox } : {}),
    ...(browser && existsSync(driver) && existsSync(screen) ? { webkit: { driver, browser, screen } } : {}),
  };
}

/**
 * Installs missing ones on a Debian machine where we are root, and prints the browsers in which the journeys run.
 * @returns {boolean} false if continuous integration lacks one that could be installed
 */
export function readyEngines() {
  const before = findEngines();
  const missing = [...(before.firefox ? [] : ["firefox-esr"]), ...(before.webkit ? [] : ["webkit2gtk-driver", "xvfb"])];
  const tried = missing.length > 0 && installDebian(missing);
  const { firefox, webkit } = findEngines();
  console.log(`\nJourneys in Chromium${firefox ? ", Firefox" : ""}${webkit ? ", WebKit" : ""}.`);
  if (!firefox) console.log("No Firefox was found (FIREFOX=/path): its journeys are left out.");
  if (!webkit) console.log("No WebKitWebDriver, MiniBrowser and Xvfb were found: WebKit's journeys are left out.");
  return Boolean(firefox && webkit) || !(process.env.CI && tried);
}

/** Debian installs WebKitGTK's MiniBrowser next to its libraries, by architecture and version. */
function miniBrowser() {
  const folders = existsSync("/usr/lib") ? readdirSync("/usr/lib").filter((name) => name.endsWith("-linux-gnu")) : [];
  const paths = folders.flatMap((folder) =>
    readdirSync(`/usr/lib/${folder}`)
      .filter((name) => name.startsWith("webkit2gtk-") || name.startsWith("webkitgtk-"))
      .map((name) => `/usr/lib/${folder}/${name}/MiniBrowser`),
  );
  return paths
    .filter((path) => existsSync(path))
    .sort()
    .at(-1);
}
