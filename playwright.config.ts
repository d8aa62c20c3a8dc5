import { defineConfig } from "@playwright/test";
import { findEngines } from "./scripts/find-engines.mjs";
import type { Engine } from "./tests/engines/journey";

/** Two checkouts on one machine choose different ones. */
const PORT = Number(process.env.E2E_PORT ?? 4310);
const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";

/**
 * Tests of one kind go on in the window of the one before, which Playwright empties (cookies, storage, routes, scripts,
 * clock); a process, fonts and compiled scripts anew would take half of a test's processor time. Offline and permissions
 * are no part of that: a test that sets them resets them. Without this name of Playwright's own, all would only take longer.
 */
type Reuse = { _optionContextReuseMode: "none" | "when-possible" };

/** Of the switch that is given last: what Playwright turns off, and the policy by which each test needs two processes. */
const FEATURES_OFF = [
  // Said of windows of other sites; tests/server has the header, tests/engines goes by it.
  "CrossOriginOpenerPolicy",
  "AvoidCorsURLLoaderRestartOnRedirect",
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "HttpsFirstBalancedModeAutoEnable",
  "HttpsUpgrades",
  "MediaRouter",
  "NetworkTimeServiceQuerying",
  "OptimizationHints",
  "PaintHolding",
  "ThirdPartyStoragePartitioning",
];

/** The built server on a fresh demo world; each spec chooses its own width, theme and JavaScript. */
export default defineConfig<object, { engine: Engine } & Reuse>({
  projects: [
    // First, and one beside the other: each starts its browser once, and none is waited for at the end.
    ...engines().map((engine) => ({
      name: engine,
      testDir: "tests/engines",
      timeout: 90_000,
      workers: 1,
      use: { engine },
    })),
    { name: "pages", testDir: "tests/e2e" },
  ],
  globalSetup: "./tests/e2e/long-thread.ts",
  // Limits for what hangs, not for what is slow on a busy machine.
  timeout: 60_000,
  expect: { timeout: 15_000 },
  // One more than cores: while a page waits for its server, two others keep both at work.
  workers: 3,
  // What fails only sometimes is mended, not tried again.
  retries: 0,
  fullyParallel: true,
  forbidOnly: true,
  use: {
    baseURL: `http://127.0.0.1:${PORT}`,
    locale: "zh-CN",
    timezoneId: "Asia/Shanghai",
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      args: [`--disable-features=${FEATURES_OFF.join(",")}`],
    },
    _optionContextReuseMode: "when-possible",
    // What a worker answers a test can't hold back or change, and in a window that is used again it would be the last test's.
    serviceWorkers: "block",
    screenshot: "only-on-failure",
    // Nobody looks; page-change.spec.ts, and what runs in other engines, see pages move.
    reducedMotion: "reduce",
  },
  webServer: {
    // Begun anew: a name that a test took the last time is taken.
    command: "rm -rf .cache/e2e-data && node scripts/start.mjs",
    url: `http://127.0.0.1:${PORT}/readyz`,
    timeout: 180_000,
    reuseExistingServer: false,
    env: { PORT: String(PORT), PUBLIC_ORIGIN: `http://127.0.0.1:${PORT}`, DATA_DIR: ".cache/e2e-data", ENV_FILE: "" },
  },
});

/** What the journeys are made in: what is there. \`npm test\` looks for the others, and says what it did not find. */
function engines(): Engine[] {
  const { firefox, webkit } = findEngines();
  return ["chromium", ...(firefox ? ["firefox" as const] : []), ...(webkit ? ["webkit" as const] : [])];
}
