import type { FormEvent, ReactNode } from "react";
import { REACTION_PATH, type ReactionState, type ReactionTarget } from "./reaction";

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
  onSubmit?: (event: FormEvent<HTMLFormElement>) => void;
};

/** A reaction as plain HTML sends it. Without `onSubmit` it asks for a login first. */
export function HtmlReactionForm({ className, anchor, children, asked, onSubmit }: Props) {
  return (
    <form
      method="post"
      action={REACTION_PATH}
      className={className ? `reaction-form ${className}` : "reaction-form"}
      onSubmit={onSubmit}
      {...(onSubmit ? {} : { "data-login": "" })}
    >
      {anchor ? <input type="hidden" name="anchor" value={anchor} /> : null}
      {children(asked)}
    </form>
  );
}
