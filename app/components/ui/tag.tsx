import type { ReactNode } from "react";
import { Link } from "./link";

type Props = {
  /** Path it links to; without it, the tag is plain text. */
  to?: string | undefined;
  tone?: "neutral" | "accent" | "warm" | "danger";
  children: ReactNode;
};

/** A tag, or a small state label. */
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

/** A row of tags; `href` returns each one's link. */
export function Tags({ names, href }: { names: readonly string[]; href?: (name: string) => string }) {
  if (names.length === 0) return null;
  return (
    <ul className="tags" aria-label="标签">
      {names.map((name) => (
        <li key={name}>
          <Tag to={href?.(name)}>{name}</Tag>
        </li>
      ))}
    </ul>
  );
}
