import { Count } from "#app/components/ui/count";
import { Icon } from "#app/components/ui/icon";
import { REACTION, type ReactionState, type ReactionTarget } from "./reaction";

type Props = {
  target: ReactionTarget;
  /** The state that a press asks for. */
  wanted: ReactionState;
  icon: string;
  /** The icon when it is on. */
  activeIcon?: string;
  /** Words for what it does, e.g. 喜欢. */
  label: string;
  /** Words while it is on, e.g. 已喜欢. */
  activeLabel?: string;
  count?: number | undefined;
  active?: boolean;
  tone?: "accent" | "like" | "warm";
  /** Shows the word beside the number; else the word is for those who can't see the icon. */
  showLabel?: boolean;
  className?: string;
};

/** One reaction with its count, inside of a `ReactionForm`. */
export function ReactionButton({
  target,
  wanted,
  icon,
  activeIcon = icon,
  label,
  activeLabel = label,
  count,
  active = false,
  tone = "accent",
  showLabel = false,
  className,
}: Props) {
  const classes = ["reaction", `reaction--${tone}`, active ? "reaction--on" : "", className ?? ""]
    .filter(Boolean)
    .join(" ");
  return (
    <button type="submit" name={REACTION} value={`${target}:${wanted}`} className={classes} aria-pressed={active}>
      <Icon name={active ? activeIcon : icon} />
      <span className={showLabel ? "" : "visually-hidden"}>{active ? activeLabel : label}</span>
      {count ? <Count value={count} /> : null}
    </button>
  );
}
