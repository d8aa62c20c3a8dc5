import { lazyPart } from "#app/components/ui/lazy-part";
import { DeleteComment, MemberTools } from "./member-tools";

/** `MemberTools` as a separate chunk that only members load; render it inside `<Suspense>`. */
export const LazyMemberTools = import.meta.env.SSR
  ? MemberTools
  : lazyPart(() => import("./member-tools").then((module) => ({ default: module.MemberTools })));

/** `DeleteComment` of the same chunk; in the menu of one's own comment. */
export const LazyDeleteComment = import.meta.env.SSR
  ? DeleteComment
  : lazyPart(() => import("./member-tools").then((module) => ({ default: module.DeleteComment })));
