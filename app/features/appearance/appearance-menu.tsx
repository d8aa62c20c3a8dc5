import { Icon } from "#app/components/ui/icon";
import { popoverButton, popoverElement } from "#app/components/ui/popover";
import { keptPart } from "#framework/kept-part";
import type { Setting } from "./appearance";

const THEMES = [
  { value: "", label: "跟随系统", icon: "monitor" },
  { value: "light", label: "浅色", icon: "sun" },
  { value: "dark", label: "深色", icon: "moon" },
] as const;

/** Settings with a few options in one line; the empty value is the default. */
const ROWS: readonly {
  setting: Setting;
  label: string;
  choices: readonly (readonly [value: string, word: string])[];
}[] = [
  {
    setting: "size",
    label: "字号",
    choices: [
      ["small", "小"],
      ["", "标准"],
      ["large", "大"],
      ["huge", "特大"],
    ],
  },
  {
    setting: "face",
    label: "字体",
    choices: [
      ["", "黑体"],
      ["serif", "宋体"],
    ],
  },
  {
    setting: "keys",
    label: "快捷键",
    choices: [
      ["", "开"],
      ["off", "关"],
    ],
  },
];

/**
 * Menu for theme, text size, font and keyboard shortcuts; `answerAppearanceMenu` handles its clicks. Without scripts
 * there is no menu, and the device's settings apply.
 */
export const AppearanceMenu = import.meta.env.SSR ? keptPart(Menu) : Menu;

function Menu() {
  return (
    <div className="theme-switch needs-script">
      <button type="button" className="icon-button" aria-label="外观" title="外观" {...popoverButton("theme-menu")}>
        <Icon name="sun" className="theme-switch__light" />
        <Icon name="moon" className="theme-switch__dark" />
      </button>
      <div {...popoverElement("theme-menu")} className="popover menu menu--theme">
        <ul>
          {THEMES.map(({ value, label, icon }) => (
            <li key={value}>
              <button type="button" className="menu__entry" {...choice("theme", value)}>
                <Icon name={icon} />
                {label}
                <Icon name="check" className="menu__check" />
              </button>
            </li>
          ))}
        </ul>
        {ROWS.map(({ setting, label, choices }) => (
          <fieldset key={setting} className="menu__row">
            <legend className="menu__label">{label}</legend>
            {choices.map(([value, word]) => (
              <button key={value} type="button" className="menu__choice" {...choice(setting, value)}>
                {word}
              </button>
            ))}
          </fieldset>
        ))}
      </div>
    </div>
  );
}

const choice = (setting: Setting, value: string) => ({
  "data-setting": setting,
  "data-value": value,
  "data-at-once": "",
  "aria-pressed": value === "",
  suppressHydrationWarning: true,
});
