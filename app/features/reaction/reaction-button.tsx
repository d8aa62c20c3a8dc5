import { useRouteLoaderData } from "@remix-run/react";
import { Count } from "#app/components/ui/count";
import { Icon } from "#app/components/ui/icon";
import { LoginLink } from "#app/features/login/login-link";
import type { loader } from "#app/root";

type Props = {
  icon: string;
  /** The icon when it is on. */
  activeIcon?: string;
  /** What it does, e.g. 喜欢. */
  label: string;
  /** What is said while it is on, e.g. 已喜欢. */
  activeLabel?: string;
  count?: number;
  active?: boolean;
  tone?: "accent" | "like" | "warm";
  /** Shows the word beside the number; else the word is for those who can't see the icon. */
  worded?: boolean;
  className?: string;
};

/** One reaction with its count. Whoever is not logged in is asked to. */
export function ReactionButton({
  icon,
  activeIcon = icon,
  label,
  activeLabel = label,
  count,
  active = false,
  tone = "accent",
  worded = false,
  className,
}: Props) {
  const viewer = useRouteLoaderData<typeof loader>("root")?.viewer;
  const classes = ["reaction", `reaction--${tone}`, active ? "reaction--on" : "", className ?? ""]
    .filter(Boolean)
    .join(" ");
  const word = active ? activeLabel : label;
  const content = (
    <>
      <Icon name={active ? activeIcon : icon} />
      <span className={worded ? "" : "visually-hidden"}>{word}</span>
      {count === undefined || (worded && count === 0) ? null : <Count value={count} />}
    </>
  );
  if (!viewer) return <LoginLink className={classes}>{content}</LoginLink>;
  return (
    <button type="button" className={classes} aria-pressed={active}>
      {content}
    </button>
  );
}
