import type { FormEvent, ReactNode } from "react";
import { REACTION_PATH, type ReactionState, type ReactionTarget } from "./reaction";

/** Props of a reaction form, with or without scripts. */
export type ReactionFormProps = {
  target: ReactionTarget;
  className?: string | undefined;
  /** Id of the element that a browser without scripts returns to. */
  anchor?: string | undefined;
  /** Renders the buttons, given the pending state, if any. */
  children: (asked: ReactionState | null) => ReactNode;
};

type Props = ReactionFormProps & {
  asked: ReactionState | null;
  /** Whether the reader is anonymous, so that a login is asked for first. */
  visitor?: boolean;
  onSubmit?: (event: FormEvent<HTMLFormElement>) => void;
};

/** A reaction form as plain HTML; also used for members until scripts are loaded. */
export function HtmlReactionForm({ className, anchor, children, asked, visitor, onSubmit }: Props) {
  return (
    <form
      method="post"
      action={REACTION_PATH}
      className={`reaction-form${className ? ` ${className}` : ""}`}
      onSubmit={onSubmit}
      data-login={visitor ? "" : undefined}
    >
      {anchor ? <input type="hidden" name="anchor" value={anchor} /> : null}
      {children(asked)}
    </form>
  );
}
