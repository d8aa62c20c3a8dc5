import { closePopovers } from "#app/components/ui/popover";

/**
 * Settings that readers choose for themselves in this browser. Each is kept in localStorage under its name and stands
 * on the root element for the style sheet; where nothing was chosen, neither is there.
 */
const SETTINGS = ["theme", "size", "face", "keys"] as const;

export type Setting = (typeof SETTINGS)[number];

/**
 * Shows what was chosen, and answers the menu (`AppearanceMenu`). Runs in the head of every page: so nothing that was
 * chosen flashes, and the menu waits for no other script.
 */
export function answerAppearanceMenu(): void {
  for (const setting of SETTINGS) show(setting, kept(setting));
  document.addEventListener("click", ({ target }) => {
    const choice = target instanceof Element && target.closest<HTMLElement>("[data-setting]");
    if (!choice) return;
    const { setting, value = "" } = choice.dataset as { setting: Setting; value?: string };
    show(setting, value);
    keep(setting, value);
    markChosen();
    // The other settings are tried one after the other beside the text.
    if (setting === "theme") closePopovers();
  });
  // The menus opening. What was chosen is not in the server's HTML, nor in what React draws.
  document.addEventListener("beforetoggle", markChosen, true);
}

function kept(setting: Setting): string {
  try {
    return localStorage.getItem(setting) ?? "";
  } catch {
    return "";
  }
}

function keep(setting: Setting, value: string): void {
  try {
    if (value) localStorage.setItem(setting, value);
    else localStorage.removeItem(setting);
  } catch {
    // Without storage the choice lasts until the page is left.
  }
}

function show(setting: Setting, value: string): void {
  if (value) document.documentElement.dataset[setting] = value;
  else delete document.documentElement.dataset[setting];
}

function markChosen(): void {
  for (const choice of document.querySelectorAll<HTMLElement>("[data-setting]")) {
    const { setting = "", value } = choice.dataset;
    choice.setAttribute("aria-pressed", String(value === (document.documentElement.dataset[setting] ?? "")));
  }
}
