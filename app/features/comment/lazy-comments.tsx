import { type ComponentProps, Suspense } from "react";
import { lazyContent } from "#app/features/build/lazy-content";
import { Comments } from "./comments";

/** `Comments` as a separate chunk, loaded once some are opened; see `LazyEditorForm`. */
const List = import.meta.env.SSR
  ? Comments
  : lazyContent(() => import("./comments").then((m) => ({ default: m.Comments })));

/**
 * Comments opened by a link; null while closed. The Suspense boundary exists before them, so that the navigation that
 * opens them waits for their code and can scroll to them.
 */
export function OpenedComments({ comments }: { comments: ComponentProps<typeof Comments> | null }) {
  return <Suspense fallback={null}>{comments ? <List {...comments} /> : null}</Suspense>;
}
