import type { test } from "@playwright/test";

/**
 * For files that set a page's clock: their tests must not share a browser context (see playwright.config.ts). Remains
 * of Playwright's clock would throw in the next test's page, "Cannot read properties of undefined (reading
 * 'controller')".
 */
export const OWN_CONTEXT = { _optionContextReuseMode: "none" } as Parameters<typeof test.use>[0];
