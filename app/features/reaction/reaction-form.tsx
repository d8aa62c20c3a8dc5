import { useRouteLoaderData } from "@remix-run/react";
import type { FormEvent, ReactNode } from "react";
import type { loader } from "#app/root";
import { REACTION_PATH, type ReactionState, type ReactionTarget } from "./reaction";
import { useReaction } from "./use-reaction";

type Props = {
  target: ReactionTarget;
  className?: string | undefined;
  /** The id of the element that a browser without scripts comes back to. */
  anchor?: string | undefined;
  /** The buttons, given the state that is on its way, if any. */
  children: (asked: ReactionState | null) => ReactNode;
};

/**
 * The form around the buttons of one reaction. It is the same for everybody; what a visitor sends is asked for again
 * after the login (`LoginRequired` asks first, where there are scripts).
 */
export function ReactionForm(props: Props) {
  const viewer = useRouteLoaderData<typeof loader>("root")?.viewer;
  return viewer ? <MemberForm {...props} /> : <PlainForm {...props} asked={null} />;
}

function MemberForm(props: Props) {
  const { asked, onSubmit } = useReaction(props.target);
  return <PlainForm {...props} asked={asked} onSubmit={onSubmit} />;
}

type PlainProps = Props & {
  asked: ReactionState | null;
  onSubmit?: (event: FormEvent<HTMLFormElement>) => void;
};

function PlainForm({ className, anchor, children, asked, onSubmit }: PlainProps) {
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
