import { lazyPart } from "#app/components/ui/lazy-part";
import { FetcherReactionForm } from "./fetcher-reaction-form";

/** `FetcherReactionForm` in a file of its own, which browsers load only for members; it stands in a `<Suspense>`. */
export const LazyFetcherReactionForm = import.meta.env.SSR
  ? FetcherReactionForm
  : lazyPart(() => import("./fetcher-reaction-form").then((module) => ({ default: module.FetcherReactionForm })));
