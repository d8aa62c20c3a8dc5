import { lazy } from "react";
import { MemberMenu } from "./member-menu";

/** `MemberMenu` in a file of its own, which browsers load only for members; it stands in a `<Suspense>`. */
export const LazyMemberMenu = import.meta.env.SSR
  ? MemberMenu
  : lazy(() => import("./member-menu").then((module) => ({ default: module.MemberMenu })));
