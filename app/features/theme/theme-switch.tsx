import { Icon } from "#app/components/ui/icon";
import { popoverButton, popoverElement } from "#app/components/ui/popover";
import type { Theme } from "./theme";

const CHOICES: readonly { theme: Theme; label: string; icon: string }[] = [
  { theme: "system", label: "跟随系统", icon: "monitor" },
  { theme: "light", label: "浅色", icon: "sun" },
  { theme: "dark", label: "深色", icon: "moon" },
];

/**
 * Light, dark, or as the device says; `answerThemeSwitch` does what is pressed. Without scripts the device decides and
 * there is no switch.
 */
export function ThemeSwitch() {
  return (
    <div className="theme-switch needs-script">
      <button type="button" className="icon-button" aria-label="外观" title="外观" {...popoverButton("theme-menu")}>
        <Icon name="sun" className="theme-switch__light" />
        <Icon name="moon" className="theme-switch__dark" />
      </button>
      <div {...popoverElement("theme-menu")} className="popover menu menu--theme">
        <ul>
          {CHOICES.map(({ theme, label, icon }) => (
            <li key={theme}>
              <button
                type="button"
                className="menu__entry"
                aria-pressed={theme === "system"}
                suppressHydrationWarning
                data-theme-choice={theme}
                data-at-once=""
              >
                <Icon name={icon} />
                {label}
                <Icon name="check" className="menu__check" />
              </button>
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}
