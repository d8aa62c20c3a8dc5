import { type ComponentProps, Suspense } from "react";
import { lazyContent } from "#app/features/build/lazy-content";
import { ArticleBrowser } from "./article-browser";

/** `ArticleBrowser` as a separate chunk, since search results use other list items; see `LazyEditorForm`. */
const Browser = import.meta.env.SSR
  ? ArticleBrowser
  : lazyContent(() => import("./article-browser").then((module) => ({ default: module.ArticleBrowser })));

/** All articles, by classification and order. */
export function LazyArticleBrowser(props: ComponentProps<typeof ArticleBrowser>) {
  return (
    <Suspense fallback={null}>
      <Browser {...props} />
    </Suspense>
  );
}
