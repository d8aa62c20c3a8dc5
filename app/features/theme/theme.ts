import { closePopovers } from "#app/components/ui/popover";

/** The reader's choice; `system` follows the device. Kept in localStorage under `theme`. */
export type Theme = "system" | "light" | "dark";

/**
 * Shows the chosen theme, and answers the switch (`ThemeSwitch`). Runs in the head of every page: so a chosen theme never
 * flashes, and the switch waits for no other script.
 */
export function answerThemeSwitch(): void {
  showTheme(readTheme());
  document.addEventListener("click", ({ target }) => {
    const choice = target instanceof Element && target.closest<HTMLElement>("[data-theme-choice]");
    if (!choice) return;
    const theme = choice.dataset.themeChoice as Theme;
    showTheme(theme);
    keepTheme(theme);
    markTheme(theme);
    closePopovers();
  });
  // The menus opening. What was chosen is not in the server's HTML, nor in what React draws.
  document.addEventListener("beforetoggle", () => markTheme(shown()), true);
}

function readTheme(): Theme {
  try {
    const stored = localStorage.getItem("theme");
    return stored === "light" || stored === "dark" ? stored : "system";
  } catch {
    return "system";
  }
}

function keepTheme(theme: Theme): void {
  try {
    if (theme === "system") localStorage.removeItem("theme");
    else localStorage.setItem("theme", theme);
  } catch {
    // Without storage the choice lasts until the page is left.
  }
}

function showTheme(theme: Theme): void {
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

const shown = (): Theme => (document.documentElement.dataset.theme as Theme | undefined) ?? "system";

function markTheme(theme: Theme): void {
  for (const choice of document.querySelectorAll<HTMLElement>("[data-theme-choice]"))
    choice.setAttribute("aria-pressed", String(choice.dataset.themeChoice === theme));
}
