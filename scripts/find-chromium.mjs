import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { installDebian } from "./install-debian.mjs";

const CANDIDATES = [
  process.env.CHROMIUM,
  // The headless shell has the same engine, but needs half the CPU in tests.
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

const DEBIAN_PACKAGES = ["chromium-headless-shell", "fonts-noto-cjk"];

/**
 * Returns the path of a Chromium for the browser tests. With `install`, it is installed (with Chinese fonts) on a
 * Debian machine where we are root; on other machines Playwright's is installed.
 * @param {{ install?: boolean }} [options]
 * @returns {string} empty if Playwright's own is to be used
 * @throws {Error} if there is none and none can be installed
 */
export function findChromium({ install = false } = {}) {
  const found = CANDIDATES.find((path) => path && existsSync(path));
  if (found) return found;
  if (!install) return "";
  if (installDebian(DEBIAN_PACKAGES)) {
    const installed = CANDIDATES.find((path) => path && existsSync(path));
    if (installed) return installed;
  }
  const { status } = spawnSync("npx", ["playwright", "install", "chromium"], { stdio: "inherit" });
  if (status !== 0) throw new Error("No Chromium was found. Install one, or point CHROMIUM at it.");
  return "";
}
