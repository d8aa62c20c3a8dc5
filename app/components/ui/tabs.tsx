import type { ReactNode } from "react";
import { Count } from "./count";
import { Link } from "./link";

/** A view that tabs lead to, with how much there is in it. */
export type Tab = { label: string; to: string; current: boolean; count?: number };

type Props = {
  /** Name of the choice, for those who can't see it. */
  label: string;
  tabs: readonly Tab[];
  /** `line` is underlined and stands on a panel's edge, `pill` is for filters. */
  variant?: "line" | "pill";
  /** Put at the far end of the row. */
  children?: ReactNode;
};

/** Views of one thing as links; the current one says so. */
export function Tabs({ label, tabs, variant = "line", children }: Props) {
  return (
    <nav className={`tabs tabs--${variant}`} aria-label={label}>
      <ul className="tabs__list">
        {tabs.map((tab) => (
          <li key={tab.to}>
            <Link to={tab.to} className="tabs__tab" stay {...(tab.current ? { "aria-current": "page" as const } : {})}>
              {tab.label}
              {tab.count === undefined ? null : (
                <span className="tabs__count">
                  <Count value={tab.count} />
                </span>
              )}
            </Link>
          </li>
        ))}
      </ul>
      {children}
    </nav>
  );
}
