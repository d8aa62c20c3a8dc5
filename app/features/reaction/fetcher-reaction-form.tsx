import { HtmlReactionForm, type ReactionFormProps } from "./html-reaction-form";
import { useReaction } from "./use-reaction";

/** A reaction form that is sent without leaving the page. */
export function FetcherReactionForm(props: ReactionFormProps) {
  const { asked, onSubmit } = useReaction(props.target);
  return <HtmlReactionForm {...props} asked={asked} onSubmit={onSubmit} />;
}
