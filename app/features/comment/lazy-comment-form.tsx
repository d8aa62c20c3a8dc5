import { lazyPart } from "#app/components/ui/lazy-part";
import { CommentForm } from "./comment-form";

/** `CommentForm` in a file of its own, which browsers load only for members; it stands in a `<Suspense>`. */
export const LazyCommentForm = import.meta.env.SSR
  ? CommentForm
  : lazyPart(() => import("./comment-form").then((module) => ({ default: module.CommentForm })));
