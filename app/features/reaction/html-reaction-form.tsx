import type { FormEvent, ReactNode } from "react";
import { REACTION_PATH, type ReactionState, type ReactionTarget } from "./reaction";

/** Props of a reaction's form, with scripts or without. */
export type ReactionFormProps = {
  target: ReactionTarget;
  className?: string | undefined;
  /** The id of the element that a browser without scripts comes back to. */
  anchor?: string | undefined;
  /** The buttons, given the state that is on its way, if any. */
  children: (asked: ReactionState | null) => ReactNode;
};

type Props = ReactionFormProps & {
  asked: ReactionState | null;
  /** It is a visitor's: a login is asked for first. */
  visitor?: boolean;
  onSubmit?: (event: FormEvent<HTMLFormElement>) => void;
};

/** A reaction as plain HTML sends it; also a member's whose scripts are still on their way. */
export function HtmlReactionForm({ className, anchor, children, asked, visitor, onSubmit }: Props) {
  return (
    <form
      method="post"
      action={REACTION_PATH}
      className={className ? `reaction-form ${className}` : "reaction-form"}
      onSubmit={onSubmit}
      {...(visitor ? { "data-login": "" } : {})}
    >
      {anchor ? <input type="hidden" name="anchor" value={anchor} /> : null}
      {children(asked)}
    </form>
  );
}
