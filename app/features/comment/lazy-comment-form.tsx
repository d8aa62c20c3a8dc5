import { lazyPart } from "#app/components/ui/lazy-part";
import { CommentForm } from "./comment-form";

/** `CommentForm` as a separate chunk that only members load; render it inside `<Suspense>`. */
export const LazyCommentForm = import.meta.env.SSR
  ? CommentForm
  : lazyPart(() => import("./comment-form").then((module) => ({ default: module.CommentForm })));
