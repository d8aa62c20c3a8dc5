declare global {
  interface Window {
    complaining?: true;
  }
}

/** Where a tab keeps its complaints, from page to page. */
export const COMPLAINTS = "engines:complaints";

/**
 * Runs in the page: notes what it says in its console, uncaught errors, files that don't come, and what the policy
 * forbids, also what it has forbidden already; until it is left (`data-left`).
 */
export function noteComplaints(key: string): void {
  if (window.complaining) return;
  window.complaining = true;
  const note = (text: string) => {
    // What it breaks off by going is no failure.
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
    // Firefox takes a module that is fetched already for one that can't be fetched ahead.
    else if (target instanceof HTMLLinkElement && target.rel !== "modulepreload") note(`no file: ${target.href}`);
  };
  window.addEventListener("error", lost, { capture: true });
  window.addEventListener("unhandledrejection", ({ reason }) => note(`unhandled: ${String(reason)}`));
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
