import { expect, type Page } from "@playwright/test";
import { isTakenOver } from "#tests/framework/remix-in-page";

/**
 * Collects what a page complains about: errors and warnings in its console, uncaught errors (React reports what
 * did not match the server's HTML that way), and what the content security policy forbade. Call before `goto`.
 */
export async function watch(page: Page): Promise<string[]> {
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (message.type() !== "error" && message.type() !== "warning") return;
    if (message.text() === "Service Worker registration blocked by Playwright") return;
    // The browser's own line about a page that is meant to answer 404.
    if (message.location().url === page.url() && /status of 404/.test(message.text())) return;
    // The development pages show what becomes of a picture that is not there.
    if (message.location().url.includes("/oss/demo/missing.")) return;
    complaints.push(`${message.type()}: ${message.text()} ${message.location().url}`);
  });
  page.on("pageerror", (error) => complaints.push(`uncaught: ${error.message}`));
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
 * Resolves when React has taken the page over: then LateScripts removes what started it. What only members can do has a
 * script of its own; until that is there, a press is sent as without scripts.
 */
export async function hydrated(page: Page): Promise<void> {
  await shellHydrated(page);
  await page.waitForFunction(() =>
    [...document.forms].every((form) => Object.keys(form).some((key) => key.startsWith("__react"))),
  );
}

/**
 * Resolves when React has of the page what needs no further script. Visitors' pages wait for a hand: here it presses a
 * key that does nothing, again and again, for a page that is just going hears nothing.
 */
export async function shellHydrated(page: Page): Promise<void> {
  await expect(async () => {
    await page.keyboard.press("Shift");
    await takenOver(page, 1_000);
  }).toPass({ intervals: [0] });
}

/** Resolves when React has the page, whoever made it begin. */
export async function takenOver(page: Page, timeout?: number): Promise<void> {
  await page.waitForFunction(isTakenOver, undefined, timeout ? { timeout } : {});
}

/** Opens a page, touches it, and waits until it is taken over. */
export async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await hydrated(page);
}

/** Paths of the whole pages that are gone to from here on, with their query; not of those that are fetched ahead. */
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

/** Built scripts that are asked for from here on. */
export function scriptsOf(page: Page): string[] {
  const scripts: string[] = [];
  page.on("request", (request) => {
    if (request.resourceType() === "script") scripts.push(new URL(request.url()).pathname);
  });
  return scripts;
}

/** Makes the browser one that fetches no documents ahead by rules. */
export async function withoutRules(page: Page): Promise<void> {
  await page.addInitScript(() => {
    HTMLScriptElement.supports = (type) => type === "module";
  });
}

/** Makes the browser say that it saves data, so that nothing is fetched ahead. */
export async function saveData(page: Page, connection: object = { saveData: true }): Promise<void> {
  await page.addInitScript((value) => {
    Object.defineProperty(navigator, "connection", { configurable: true, value });
  }, connection);
}
