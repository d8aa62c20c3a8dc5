import { expect, type Page } from "@playwright/test";
import { SKIPPED_TRANSITION } from "#tests/engines/complaints";
import { isTakenOver, partsTakenOver } from "#tests/framework/remix-in-page";

/**
 * Collects a page's problems: errors and warnings in its console, uncaught errors (including React's hydration
 * mismatches), and CSP violations. Call before `goto`.
 */
export async function watch(page: Page): Promise<string[]> {
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (message.type() !== "error" && message.type() !== "warning") return;
    if (message.text().includes(SKIPPED_TRANSITION)) return;
    if (message.text() === "Service Worker registration blocked by Playwright") return;
    // The browser's own message about an intended 404 page.
    if (message.location().url === page.url() && /status of 404/.test(message.text())) return;
    // The development pages show a missing picture on purpose.
    if (message.location().url.includes("/oss/demo/missing.")) return;
    complaints.push(`${message.type()}: ${message.text()} ${message.location().url}`);
  });
  page.on("pageerror", ({ message }) => {
    if (!message.includes(SKIPPED_TRANSITION)) complaints.push(`uncaught: ${message}`);
  });
  await page.exposeFunction("reportViolation", (violation: string) => complaints.push(`policy: ${violation}`));
  await page.addInitScript(() => {
    document.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI, sample }) => {
      void (window as unknown as { reportViolation: (text: string) => void }).reportViolation(
        `${violatedDirective} ${blockedURI} ${sample}`,
      );
    });
  });
  return complaints;
}

/**
 * Resolves when React has hydrated the page: then LateScripts removes its starter. Members' features have separate
 * scripts; until they have loaded, forms are submitted and links to a reply's page followed as without scripts.
 */
export async function hydrated(page: Page): Promise<void> {
  await shellHydrated(page);
  await page.waitForFunction(partsTakenOver);
}

/**
 * Resolves when React has hydrated what needs no further script. Visitors' pages wait for an interaction: here a
 * neutral key is pressed repeatedly, because a page being unloaded ignores it.
 */
export async function shellHydrated(page: Page): Promise<void> {
  await expect(async () => {
    await page.keyboard.press("Shift");
    await takenOver(page, 1_000);
  }).toPass({ intervals: [0] });
}

/** Resolves when React has hydrated the page, whatever started it. */
export async function takenOver(page: Page, timeout?: number): Promise<void> {
  await page.waitForFunction(isTakenOver, undefined, timeout ? { timeout } : {});
}

/** Opens a page, interacts with it, and waits until it is hydrated. */
export async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await hydrated(page);
}

/** Paths (with query) of document navigations from now on, without prefetches. */
export function documentsOf(page: Page): string[] {
  const documents: string[] = [];
  page.on("request", (request) => {
    const ahead = request.headers()["sec-purpose"] !== undefined;
    if (request.isNavigationRequest() && request.frame() === page.mainFrame() && !ahead) {
      const { pathname, search } = new URL(request.url());
      documents.push(pathname + search);
    }
  });
  return documents;
}

/** Built scripts requested from now on. */
export function scriptsOf(page: Page): string[] {
  const scripts: string[] = [];
  page.on("request", (request) => {
    if (request.resourceType() === "script") scripts.push(new URL(request.url()).pathname);
  });
  return scripts;
}

/** Disables speculation rules in the browser. */
export async function withoutRules(page: Page): Promise<void> {
  await page.addInitScript(() => {
    HTMLScriptElement.supports = (type) => type === "module";
  });
}

/** Enables data saving in the browser, so that nothing is prefetched. */
export async function saveData(page: Page, connection: object = { saveData: true }): Promise<void> {
  await page.addInitScript((value) => {
    Object.defineProperty(navigator, "connection", { configurable: true, value });
  }, connection);
}
