import { expect, type Page } from "@playwright/test";
import axeCore, { type Result } from "axe-core";
import { brokenReferences, REFERRING } from "./page-references";

const TAGS = ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"];
/** Marks the texts whose contrast is checked. */
const LOOK = "data-axe-look";
const WIDTHS = [1280, 360];

/**
 * Violations that axe finds on the current page, one entry per rule, without those in what `behind` selects: what an
 * open menu covers is out of reach until it closes, and counts as too small a target.
 */
export async function violations(page: Page, behind: string[] = []): Promise<string[]> {
  // Elements covered by the header at the moment would count as smaller.
  await page.evaluate(() => window.scrollTo(0, 0));
  // Half a megabyte; a page gets it once.
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axeCore.source);
  await page.evaluate(markLooks, LOOK);
  const found = await page.evaluate(runAxe, { tags: TAGS, contrastOf: `[${LOOK}]`, behind });
  return found.map(({ id, help, nodes }) => {
    const places = nodes.slice(0, 5).map(({ target, failureSummary }) => `  ${target.join(" ")}: ${failureSummary}`);
    return [`${id}: ${help}`, ...places].join("\n");
  });
}

/**
 * In the page: runs all rules at once, that of contrast on what the selector selects. A second run would look at the
 * whole page once more. There are no frames.
 */
async function runAxe({
  tags,
  contrastOf,
  behind,
}: Record<"tags" | "behind", string[]> & { contrastOf: string }): Promise<Result[]> {
  const { axe } = window as unknown as { axe: typeof import("axe-core") };
  axe.configure({ rules: [{ id: "color-contrast", selector: contrastOf }] });
  // Selectors of passed checks are not needed.
  const found = await axe.run({ exclude: behind }, { runOnly: tags, resultTypes: ["violations"] });
  return found.violations;
}

/**
 * Marks one text of each look in the page, because contrast takes three quarters of the time, text by text. Texts look
 * alike if their elements, from the root on, have the same names, classes and states.
 */
function markLooks(mark: string): void {
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
  // axe leaves it to people to review most of these.
  expect.soft(await page.evaluate(brokenReferences, REFERRING)).toEqual([]);
}
