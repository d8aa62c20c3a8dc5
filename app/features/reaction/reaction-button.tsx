import { Count } from "#app/components/ui/count";
import { Icon } from "#app/components/ui/icon";
import { REACTION, type ReactionState, type ReactionTarget } from "./reaction";

type Props = {
  target: ReactionTarget;
  /** State that a click asks for. */
  wanted: ReactionState;
  icon: string;
  /** Icon while it is on. */
  activeIcon?: string;
  /** Label, e.g. 喜欢; while it is on, 已喜欢. */
  label: string;
  count?: number | undefined;
  active?: boolean;
  tone?: "accent" | "like" | "warm";
  /** Whether to show the label beside the count; otherwise it is for screen readers only. */
  showLabel?: boolean | undefined;
  className?: string;
};

/** A reaction button with its count, inside a `ReactionForm`. */
export function ReactionButton({
  target,
  wanted,
  icon,
  activeIcon = icon,
  label,
  count,
  active = false,
  tone = "accent",
  showLabel = false,
  className,
}: Props) {
  const classes = `reaction reaction--${tone}${active ? " reaction--on" : ""}${className ? ` ${className}` : ""}`;
  return (
    <button type="submit" name={REACTION} value={`${target}:${wanted}`} className={classes} aria-pressed={active}>
      <Icon name={active ? activeIcon : icon} />
      <span className={showLabel ? "" : "visually-hidden"}>{active ? `已${label}` : label}</span>
      {count ? <Count value={count} /> : null}
    </button>
  );
}
