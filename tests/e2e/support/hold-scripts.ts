import type { Page } from "@playwright/test";

/** Delays the framework's files. @returns the function that releases them */
export const holdScripts = (page: Page) => holdFiles(page, "**/assets/*.js");

/** Delays the files with such a URL. @returns the function that releases them */
export async function holdFiles(page: Page, url: string | RegExp): Promise<() => void> {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(url, async (route) => {
    await held;
    await route.continue();
  });
  return release;
}
