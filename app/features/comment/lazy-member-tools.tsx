import { lazyPart } from "#app/components/ui/lazy-part";
import { DeleteComment, MemberTools } from "./member-tools";

/** `MemberTools` in a file of its own, which browsers load only for members; it stands in a `<Suspense>`. */
export const LazyMemberTools = import.meta.env.SSR
  ? MemberTools
  : lazyPart(() => import("./member-tools").then((module) => ({ default: module.MemberTools })));

/** `DeleteComment` of the same file; it stands in the menu of one's own comment. */
export const LazyDeleteComment = import.meta.env.SSR
  ? DeleteComment
  : lazyPart(() => import("./member-tools").then((module) => ({ default: module.DeleteComment })));
