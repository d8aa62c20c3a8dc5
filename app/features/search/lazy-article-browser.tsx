import { type ComponentProps, lazy, Suspense } from "react";
import { ArticleBrowser } from "./article-browser";

/** `ArticleBrowser` in a file of its own, with the entries of lists: a search has other ones; see `LazyEditorForm`. */
const Browser = import.meta.env.SSR
  ? ArticleBrowser
  : lazy(() => import("./article-browser").then((module) => ({ default: module.ArticleBrowser })));

/** All articles, by classification and order. */
export function LazyArticleBrowser(props: ComponentProps<typeof ArticleBrowser>) {
  return (
    <Suspense fallback={null}>
      <Browser {...props} />
    </Suspense>
  );
}
