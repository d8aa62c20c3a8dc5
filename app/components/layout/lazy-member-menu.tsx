import { lazyPart } from "#app/components/ui/lazy-part";
import { MemberMenu } from "./member-menu";

/** `MemberMenu` in a file of its own, which browsers load only for members; it stands in a `<Suspense>`. */
export const LazyMemberMenu = import.meta.env.SSR
  ? MemberMenu
  : lazyPart(() => import("./member-menu").then((module) => ({ default: module.MemberMenu })));
