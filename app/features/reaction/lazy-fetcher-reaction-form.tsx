import { lazyPart } from "#app/components/ui/lazy-part";
import { FetcherReactionForm } from "./fetcher-reaction-form";

/** `FetcherReactionForm` as a separate chunk that only members load; render it inside `<Suspense>`. */
export const LazyFetcherReactionForm = import.meta.env.SSR
  ? FetcherReactionForm
  : lazyPart(() => import("./fetcher-reaction-form").then((module) => ({ default: module.FetcherReactionForm })));
