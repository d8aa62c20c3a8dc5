import { Suspense } from "react";
import { useRoot } from "#app/hooks/root";
import { HtmlReactionForm, type ReactionFormProps } from "./html-reaction-form";
import { LazyFetcherReactionForm } from "./lazy-fetcher-reaction-form";

/**
 * The form around the buttons of one reaction. It is the same for everybody; an anonymous reader's reaction is carried
 * out after the login (with scripts, `LoginRequired` asks first).
 */
export function ReactionForm(props: ReactionFormProps) {
  const viewer = useRoot()?.viewer;
  return viewer ? (
    <Suspense fallback={<HtmlReactionForm asked={null} {...props} />}>
      <LazyFetcherReactionForm {...props} />
    </Suspense>
  ) : (
    <HtmlReactionForm asked={null} visitor {...props} />
  );
}
