import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

const TAGS = ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"];
const CONTRAST = "color-contrast";
/** Marks the texts whose contrast is checked. */
const LOOK = "data-axe-look";
const WIDTHS = [1280, 360];

/** Violations that axe finds on the current page, one entry per rule. */
export async function violations(page: Page): Promise<string[]> {
  // Elements covered by the header at the moment would count as smaller.
  await page.evaluate(() => window.scrollTo(0, 0));
  const rules = (await newAxe(page)).withTags(TAGS).disableRules(CONTRAST);
  const found = (await rules.analyze()).violations;
  if ((await page.evaluate(markLooks, LOOK)) > 0) {
    const contrast = (await newAxe(page)).withRules(CONTRAST).include(`[${LOOK}]`);
    found.push(...(await contrast.analyze()).violations);
  }
  return found.map(({ id, help, nodes }) => {
    const places = nodes.slice(0, 5).map(({ target, failureSummary }) => `  ${target.join(" ")}: ${failureSummary}`);
    return [`${id}: ${help}`, ...places].join("\n");
  });
}

async function newAxe(page: Page): Promise<AxeBuilder> {
  // Half a megabyte that the builder would send twice per run; a page gets it once.
  const sent = await page.evaluate(() => "axe" in window);
  const axe = new AxeBuilder({ page, ...(sent && { axeSource: "0" }) });
  // There are no frames, so the page that axe opens to collect their results is unnecessary; and selectors of passed
  // checks are not needed.
  return axe.setLegacyMode(true).options({ resultTypes: ["violations"] });
}

/**
 * Marks one text of each look in the page, because contrast takes three quarters of the time, text by text. Texts look
 * alike if their elements, from the root on, have the same names, classes and states.
 * @returns their number
 */
function markLooks(mark: string): number {
  const meansNothing =
    /^(?:id|href|src|srcset|for|name|value|title|alt|datetime|content|action|aria-(?:label|labelledby|describedby|controls)|data-(?!theme).*)$/;
  const seen = new Set<string>();
  const lookOf = new Map<Element | null, string>([[null, ""]]);
  for (const element of document.querySelectorAll("*")) {
    const means = [...element.attributes].filter(({ name }) => !meansNothing.test(name));
    const own = means.map(({ name, value }) => `${name}=${value}`).sort();
    const look = `${lookOf.get(element.parentElement)}>${element.tagName} ${own}`;
    lookOf.set(element, look);
    const says =
      element.matches("input, select, textarea") ||
      [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim());
    element.toggleAttribute(mark, says && element.checkVisibility() && !seen.has(look));
    if (element.hasAttribute(mark)) seen.add(look);
  }
  return seen.size;
}

/**
 * Checks both widths and both themes: each page in one theme when wide and in the other when narrow, half of the pages
 * the other way round.
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
