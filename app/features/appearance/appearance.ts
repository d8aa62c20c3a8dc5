import { closePopovers } from "#app/components/ui/popover";

/**
 * Settings that readers choose in this browser: stored in localStorage by name, and set as data attributes of the root
 * element for the style sheet; by default, the attribute is absent.
 */
const SETTINGS = ["theme", "size", "face", "keys"] as const;

export type Setting = (typeof SETTINGS)[number];
type Choice = { setting: Setting; value: string };

/**
 * Applies the stored settings, and handles the menu (`AppearanceMenu`). Runs in the head of every page, so that the
 * defaults don't flash and the menu needs no other script.
 */
export function answerAppearanceMenu(): void {
  showKept();
  // Chosen meanwhile in another tab, or on a later page; one that Back restores becomes visible, too.
  document.addEventListener("visibilitychange", showKept);
  document.addEventListener("click", ({ target }) => {
    const choice = target instanceof Element && target.closest<HTMLElement>("[data-setting]");
    if (!choice) return;
    const { setting, value } = choice.dataset as Choice;
    show(setting, value);
    try {
      localStorage.setItem(setting, value);
    } catch {
      // It applies to this page alone.
    }
    markChosen();
    // The other settings may be tried repeatedly, so the menu stays open.
    if (setting === "theme") closePopovers();
  });
  // Marks the current options when a menu opens, since they are neither in the server's HTML nor rendered by React.
  document.addEventListener("beforetoggle", markChosen, true);
}

function showKept(): void {
  try {
    for (const setting of SETTINGS) show(setting, localStorage.getItem(setting));
  } catch {
    // Without storage the settings apply until the page is left.
  }
}

function show(setting: Setting, value: string | null): void {
  if (value) document.documentElement.dataset[setting] = value;
  else delete document.documentElement.dataset[setting];
}

function markChosen(): void {
  for (const choice of document.querySelectorAll<HTMLElement>("[data-setting]")) {
    const { setting, value } = choice.dataset as Choice;
    choice.setAttribute("aria-pressed", String(value === (document.documentElement.dataset[setting] ?? "")));
  }
}
