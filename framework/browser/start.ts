// Inline script at the end of every page that has scripts; it loads the framework. On members' pages it loads once the
// page has loaded and the browser is idle; on anonymous pages, at the first interaction. Until then, and for good if
// the framework can't be loaded, links and forms work as plain HTML.
import type { Start } from "#framework/late-start";
import { holdPresses } from "./held-presses";

/** Events that show that the reader may do more than follow a link. */
const SIGNS = ["pointerdown", "pointerover", "keydown", "wheel", "focusin", "dragenter", "touchstart"];
/**
 * Selector for ordinary links, since the page they lead to waits for an interaction of its own, and for a field that
 * the browser focuses by itself.
 */
const WAITS = 'a[href]:not([data-login],[data-held],.picture,[href^="#"]),[autofocus]';
/** Selector for controls: a pointer over one of them counts as an interaction. */
const CONTROLS = "button,input,select,textarea,label,summary,[data-login],[data-held],.picture";

const textOf = (id: string): string => document.getElementById(id)?.textContent ?? "";
const { context, modules, ...start }: Start = JSON.parse(textOf("start"));

/**
 * Milliseconds before a failure is logged. Firefox aborts pending requests before it tells the page that it is being
 * left; that is not a failure.
 */
const WARN_AFTER = 2_000;

let begun = false;
let letGo = () => {};

async function begin(): Promise<void> {
  if (begun) return;
  begun = true;
  for (const sign of SIGNS) removeEventListener(sign, notice, true);
  try {
    if (start.hmr) await import(start.hmr);
    const ids = Object.keys(modules);
    const [, ...loaded] = await Promise.all([start.manifest, ...ids.map((id) => modules[id] ?? "")].map(imported));
    // The loaders' data is the last element of the page.
    if (document.readyState === "loading")
      await new Promise((resolve) => document.addEventListener("DOMContentLoaded", resolve));
    window.__remixRouteModules = Object.fromEntries(ids.map((id, n) => [id, loaded[n]])) as never;
    window.__remixContext = { ...context, stream: new Blob([textOf("page-data")]).stream() } as never;
    await import(start.entry);
  } catch (error) {
    letGo();
    setTimeout(() => console.warn("Page scripts failed", error), WARN_AFTER);
  }
}

const imported = (module: string): Promise<unknown> => import(module);

function notice({ target, type }: Event): void {
  const on = (what: string) => target instanceof Element && target.closest(what) !== null;
  const waits = on(WAITS) && type !== "keydown" && type !== "wheel";
  if (!waits && (type !== "pointerover" || on(CONTROLS))) void begin();
}

if (start.untouched && !/MicroMessenger/.test(navigator.userAgent)) {
  letGo = holdPresses(begin);
  // On the window, browsers take touches and the wheel as passive (DOM, "default passive value").
  for (const sign of SIGNS) addEventListener(sign, notice, true);
  // Something was focused while the rest of the page was still arriving.
  if (document.querySelector(":focus:not([autofocus])")) void begin();
} else {
  const idle = () =>
    "requestIdleCallback" in window ? requestIdleCallback(begin, { timeout: 3000 }) : setTimeout(begin, 200);
  for (const sign of ["pointerdown", "keydown", "touchstart", "focusin"]) addEventListener(sign, begin, true);
  if (document.readyState === "complete") idle();
  else addEventListener("load", idle, { once: true });
}
