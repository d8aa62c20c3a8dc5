import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

const TAGS = ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"];
const CONTRAST = "color-contrast";
/** What marks the texts whose contrast is looked at. */
const LOOK = "data-axe-look";
const WIDTHS = [1280, 360];

/** What axe has against the page as it stands, one entry for each rule that is broken. */
export async function violations(page: Page): Promise<string[]> {
  // What the header covers for the moment is no smaller for it.
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
  // Half a megabyte that the builder would send twice for each run; a page has it from its first.
  const sent = await page.evaluate(() => "axe" in window);
  const axe = new AxeBuilder({ page, ...(sent && { axeSource: "0" }) });
  // There are no frames, so the page that axe opens to gather their results can be spared; and of what is well, nobody
  // wants to know where it stands.
  return axe.setLegacyMode(true).options({ resultTypes: ["violations"] });
}

/**
 * Marks, in the page, one text of each look: contrast costs three quarters of all rules, text by text. Texts look alike
 * whose elements, from the root on, have the same names, classes and states.
 * @returns how many there are
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
 * In both widths and both themes: each page is looked at in one theme when wide and in the other when narrow, half of the
 * pages the other way round.
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
