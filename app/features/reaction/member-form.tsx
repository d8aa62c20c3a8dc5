import { PlainForm, type ReactionFormProps } from "./plain-form";
import { useReaction } from "./use-reaction";

/** A reaction that is sent without leaving the page. */
export function MemberForm(props: ReactionFormProps) {
  const { asked, onSubmit } = useReaction(props.target);
  return <PlainForm {...props} asked={asked} onSubmit={onSubmit} />;
}
