import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

const TAGS = ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"];
const WIDTHS = [1280, 360];

/** What axe has against the page as it stands, one entry for each rule that is broken. */
export async function violations(page: Page): Promise<string[]> {
  // What the header covers for the moment is no smaller for it.
  await page.evaluate(() => window.scrollTo(0, 0));
  // Half a megabyte that the builder would send twice for each run; a page has it from its first.
  const sent = await page.evaluate(() => "axe" in window);
  const axe = new AxeBuilder({ page, ...(sent && { axeSource: "0" }) })
    // There are no frames, so the page that axe opens to gather their results can be spared.
    .setLegacyMode(true)
    // Of what is well, nobody wants to know where it stands.
    .options({ resultTypes: ["violations"] });
  const { violations } = await axe.withTags(TAGS).analyze();
  return violations.map(({ id, help, nodes }) => {
    const places = nodes.slice(0, 5).map(({ target, failureSummary }) => `  ${target.join(" ")}: ${failureSummary}`);
    return [`${id}: ${help}`, ...places].join("\n");
  });
}

/**
 * In both widths and both themes. Contrast costs twice what all other rules do, and its colours are few: each page is
 * looked at in one theme when wide and in the other when narrow, half of the pages the other way round.
 */
export async function expectNothing(page: Page): Promise<void> {
  const { pathname } = new URL(page.url());
  const themes: ("light" | "dark")[] = pathname.length % 2 ? ["light", "dark"] : ["dark", "light"];
  for (const [index, width] of WIDTHS.entries()) {
    const colorScheme = themes[index] ?? "light";
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    expect.soft(await violations(page), `${colorScheme}, ${width} px`).toEqual([]);
  }
}
