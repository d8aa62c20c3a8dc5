import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { installDebian } from "./install-debian.mjs";

const CANDIDATES = [
  process.env.CHROMIUM,
  // The same engine without windows to draw: the tests take it half the CPU.
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

const DEBIAN_PACKAGES = ["chromium-headless-shell", "fonts-noto-cjk"];

/**
 * Path of a Chromium for the browser tests. With `install`, a Debian machine where we are root gets one (and
 * fonts for Chinese), any other machine the one that Playwright brings.
 * @param {{ install?: boolean }} [options]
 * @returns {string} empty when Playwright's own is to be used
 * @throws {Error} when there is none and none can be had
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
