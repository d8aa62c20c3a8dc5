import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { platform } from "node:process";

/**
 * Installs packages on a Debian machine where we are root.
 * @param {readonly string[]} packages
 * @returns {boolean} whether it was tried
 */
export function installDebian(packages) {
  if (platform !== "linux" || process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) return false;
  spawnSync("apt-get", ["update", "-qq"], { stdio: "inherit" });
  spawnSync("apt-get", ["install", "-y", "-qq", "--no-install-recommends", ...packages], {
    stdio: "inherit",
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
  });
  return true;
}
