import { type ComponentProps, Suspense } from "react";
import { lazyContent } from "#app/features/build/lazy-content";
import { Comments } from "./comments";

/** `Comments` in a file of their own, which browsers load once some are opened; see `LazyEditorForm`. */
const List = import.meta.env.SSR
  ? Comments
  : lazyContent(() => import("./comments").then((m) => ({ default: m.Comments })));

/**
 * Comments that are opened by a link; null while they are not. The boundary is there before them, so that the navigation that opens
 * them waits for their code, and their place is on the page when it is gone to.
 */
export function OpenedComments({ comments }: { comments: ComponentProps<typeof Comments> | null }) {
  return <Suspense fallback={null}>{comments ? <List {...comments} /> : null}</Suspense>;
}
