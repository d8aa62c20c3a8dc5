import { useEffect, useState } from "react";
import { Icon } from "#app/components/ui/icon";
import { closePopovers, popoverButton, popoverElement } from "#app/components/ui/popover";
import { applyTheme, readTheme, type Theme } from "#app/features/theme/theme";

const CHOICES: readonly { theme: Theme; label: string; icon: string }[] = [
  { theme: "system", label: "跟随系统", icon: "monitor" },
  { theme: "light", label: "浅色", icon: "sun" },
  { theme: "dark", label: "深色", icon: "moon" },
];

/** Light, dark, or as the device says. Without scripts the device decides and there is no switch. */
export function ThemeSwitch() {
  const [chosen, setChosen] = useState<Theme>("system");
  useEffect(() => setChosen(readTheme()), []);
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
                aria-pressed={theme === chosen}
                onClick={() => {
                  applyTheme(theme);
                  setChosen(theme);
                  closePopovers();
                }}
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
