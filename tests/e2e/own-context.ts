import type { test } from "@playwright/test";

/**
 * For files that set a page's clock: their tests go on in no window of another's (see playwright.config.ts). What
 * Playwright leaves of a clock throws in the page of the next test, "Cannot read properties of undefined (reading
 * 'controller')".
 */
export const OWN_CONTEXT = { _optionContextReuseMode: "none" } as Parameters<typeof test.use>[0];
