declare global {
  interface Window {
    complaining?: true;
  }
}

/** Storage key of a tab's complaints across pages. */
export const COMPLAINTS = "engines:complaints";

/**
 * Chromium's message about a view transition that it skipped itself, because the next page was shown before; no script
 * can catch it (https://github.com/w3c/csswg-drafts/issues/13726).
 */
export const SKIPPED_TRANSITION = "Transition was aborted because of invalid state";

/**
 * Runs in the page: records console messages, uncaught errors, files that fail to load, and policy violations,
 * including earlier ones; until the page is left (`data-left`).
 */
export function noteComplaints(key: string, skipped: string): void {
  if (window.complaining) return;
  window.complaining = true;
  const note = (text: string) => {
    // Requests aborted by leaving are not failures.
    if (document.documentElement.hasAttribute("data-left")) return;
    const known = JSON.parse(sessionStorage.getItem(key) ?? "[]") as string[];
    if (!known.includes(text)) sessionStorage.setItem(key, JSON.stringify([...known, text]));
  };
  for (const level of ["error", "warn"] as const) {
    const say = console[level].bind(console);
    console[level] = (...words: unknown[]) => {
      note(`${level}: ${words.map(String).join(" ")} at ${location.pathname}`);
      say(...words);
    };
  }
  const lost = (event: Event) => {
    const { target } = event;
    if (event instanceof ErrorEvent) note(`uncaught: ${event.message} at ${location.pathname}`);
    else if (target instanceof HTMLImageElement) note(`no picture: ${target.currentSrc}`);
    else if (target instanceof HTMLScriptElement) note(`no script: ${target.src}`);
    // Firefox reports a module that is already loaded as a failed preload.
    else if (target instanceof HTMLLinkElement && target.rel !== "modulepreload") note(`no file: ${target.href}`);
  };
  window.addEventListener("error", lost, { capture: true });
  window.addEventListener("unhandledrejection", ({ reason }) => {
    if (!String(reason).includes(skipped)) note(`unhandled: ${String(reason)}`);
  });
  const forbidden = (directive: unknown, what: unknown) => note(`policy: ${directive} ${what} at ${location.pathname}`);
  document.addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI }) =>
    forbidden(effectiveDirective, blockedURI),
  );
  if (!("ReportingObserver" in window)) return;
  type Report = { body: { effectiveDirective: string; blockedURL: string } };
  type Observer = new (tell: (reports: Report[]) => void, options: object) => { observe: () => void };
  const { ReportingObserver } = window as unknown as { ReportingObserver: Observer };
  const tell = (reports: Report[]) => {
    for (const { body } of reports) forbidden(body.effectiveDirective, body.blockedURL);
  };
  new ReportingObserver(tell, { types: ["csp-violation"], buffered: true }).observe();
}
