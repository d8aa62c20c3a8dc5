import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

const TAGS = ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"];
const WIDTHS = [1280, 360];

/** What axe has against the page as it stands, one entry for each rule that is broken. */
export async function violations(page: Page, rules?: string[]): Promise<string[]> {
  // What the header covers for the moment is no smaller for it.
  await page.evaluate(() => window.scrollTo(0, 0));
  // Half a megabyte that the builder would send twice for each run; a page has it from its first.
  const sent = await page.evaluate(() => "axe" in window);
  const axe = new AxeBuilder({ page, ...(sent && { axeSource: "0" }) })
    // There are no frames, so the page that axe opens to gather their results can be spared.
    .setLegacyMode(true)
    // Of what is well, nobody wants to know where it stands.
    .options({ resultTypes: ["violations"] });
  const { violations } = await (rules ? axe.withRules(rules) : axe.withTags(TAGS)).analyze();
  return violations.map(({ id, help, nodes }) => {
    const places = nodes.slice(0, 5).map(({ target, failureSummary }) => `  ${target.join(" ")}: ${failureSummary}`);
    return [`${id}: ${help}`, ...places].join("\n");
  });
}

/** In both widths and both themes; of the rules, only contrast depends on the theme. */
export async function expectNothing(page: Page): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
    expect.soft(await violations(page), `light, ${width} px`).toEqual([]);
    await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
    expect.soft(await violations(page, ["color-contrast"]), `dark, ${width} px`).toEqual([]);
  }
}
