import { lazy } from "react";
import { MemberTools } from "./member-tools";

/** `MemberTools` in a file of its own, which browsers load only for members; it stands in a `<Suspense>`. */
export const LazyMemberTools = import.meta.env.SSR
  ? MemberTools
  : lazy(() => import("./member-tools").then((module) => ({ default: module.MemberTools })));
