import { lazyPart } from "#app/components/ui/lazy-part";
import { MemberMenu } from "./member-menu";

/** `MemberMenu` as a separate chunk that only members load; render it inside `<Suspense>`. */
export const LazyMemberMenu = import.meta.env.SSR
  ? MemberMenu
  : lazyPart(() => import("./member-menu").then((module) => ({ default: module.MemberMenu })));
