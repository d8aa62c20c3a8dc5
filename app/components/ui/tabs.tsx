import type { ReactNode } from "react";
import { Count, formatUnread } from "./count";
import { Link } from "./link";

/** A view that a tab links to, with its number of entries, or of unread ones. */
export type Tab = { label: string; to: string; current: boolean; count?: number; unread?: number };

type Props = {
  /** Accessible name of the tab list. */
  label: string;
  tabs: readonly Tab[];
  /** `line`: underlined, on a panel's edge; `pill`: for filters. */
  variant?: "line" | "pill";
  /** Placed at the end of the row. */
  children?: ReactNode;
};

/** Views of one subject as links, with `aria-current` on the current one. */
export function Tabs({ label, tabs, variant = "line", children }: Props) {
  return (
    <nav className={`tabs tabs--${variant}`} aria-label={label}>
      <ul className="tabs__list">
        {tabs.map((tab) => (
          <li key={tab.to}>
            <Link to={tab.to} className="tabs__tab" stay aria-current={tab.current ? "page" : undefined}>
              {tab.label}
              {tab.count === undefined ? null : (
                <span className="tabs__count">
                  <Count value={tab.count} />
                </span>
              )}
              {tab.unread ? <span className="tabs__count numbers">{formatUnread(tab.unread)}</span> : null}
            </Link>
          </li>
        ))}
      </ul>
      {children}
    </nav>
  );
}
