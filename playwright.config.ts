import { defineConfig } from "@playwright/test";
import { findEngines } from "./scripts/find-engines.mjs";
import type { Engine } from "./tests/engines/journey";

/** Port of the server under test; several checkouts on one machine need different ones. */
const PORT = Number(process.env.E2E_PORT ?? 4310);
const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";

/**
 * Playwright's private option to reuse the previous test's browser context, which it clears (cookies, storage, routes,
 * scripts, clock): new processes, fonts and compiled scripts would take half of a test's processor time. Offline mode
 * and permissions are not cleared: a test that sets them has to reset them. Without the option, tests only take longer.
 */
type Reuse = { _optionContextReuseMode: "none" | "when-possible" };

/**
 * Chromium features to disable. The last switch replaces earlier ones, so these include Playwright's own list; and the
 * policy that would need two processes per test.
 */
const FEATURES_OFF = [
  // Affects windows of other sites only; tests/server checks the header, and tests/engines runs with it.
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
    // First and in parallel: each starts its browser once, and none is waited for at the end.
    ...engines().map((engine) => ({
      name: engine,
      testDir: "tests/engines",
      timeout: 90_000,
      workers: 1,
      use: { engine },
    })),
    { name: "pages", testDir: "tests/e2e" },
  ],
  globalSetup: "./tests/e2e/support/long-thread.ts",
  // Timeouts for hanging, not for slow operations on a busy machine.
  timeout: 60_000,
  expect: { timeout: 15_000 },
  // One more than cores: while a page waits for its server, two others use both cores. Four are a tenth faster, but then
  // tests wait so long for a turn that some give up.
  workers: 3,
  // Flaky tests must be fixed, not retried.
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
    // Tests could not delay or change the responses of a service worker, which in a reused context would be that of an
    // earlier test.
    serviceWorkers: "block",
    screenshot: "only-on-failure",
    // Nobody watches; page-change.spec.ts and the tests in other engines test the motion.
    reducedMotion: "reduce",
  },
  webServer: {
    // Starts with new data, because names used in the last run are taken.
    command: "rm -rf .cache/e2e-data && node scripts/start.mjs",
    url: `http://127.0.0.1:${PORT}/readyz`,
    timeout: 180_000,
    reuseExistingServer: false,
    env: { PORT: String(PORT), PUBLIC_ORIGIN: `http://127.0.0.1:${PORT}`, DATA_DIR: ".cache/e2e-data", ENV_FILE: "" },
  },
});

/**
 * Installed engines in which the journeys run. `npm test` tries to install the others, and reports those that are
 * missing.
 */
function engines(): Engine[] {
  const { firefox, webkit } = findEngines();
  return ["chromium", ...(firefox ? ["firefox" as const] : []), ...(webkit ? ["webkit" as const] : [])];
}
