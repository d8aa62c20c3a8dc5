import { lazyPart } from "#app/components/ui/lazy-part";

/** `CommentMentions` as a separate chunk, which is loaded once an @ is typed; render it inside `<Suspense>`. */
export const LazyCommentMentions = lazyPart(() =>
  import("./comment-mentions").then((module) => ({ default: module.CommentMentions })),
);
