import type { ReactNode } from "react";
import { Link } from "./link";

type Props = {
  /** Path that it leads to; without it the tag is only words. */
  to?: string;
  tone?: "neutral" | "accent" | "warm" | "danger";
  children: ReactNode;
};

/** A tag or a small label of a state. */
export function Tag({ to, tone = "neutral", children }: Props) {
  const className = `tag tag--${tone}`;
  return to ? (
    <Link to={to} className={className}>
      {children}
    </Link>
  ) : (
    <span className={className}>{children}</span>
  );
}

/** Tags in a row; `href` says where each leads. */
export function Tags({ names, href }: { names: readonly string[]; href?: (name: string) => string }) {
  if (names.length === 0) return null;
  return (
    <ul className="tags" aria-label="标签">
      {names.map((name) => (
        <li key={name}>
          <Tag {...(href ? { to: href(name) } : {})}>{name}</Tag>
        </li>
      ))}
    </ul>
  );
}
