import { lazy } from "react";
import { MemberForm } from "./member-form";

/** `MemberForm` in a file of its own, which browsers load only for members; it stands in a `<Suspense>`. */
export const LazyMemberForm = import.meta.env.SSR
  ? MemberForm
  : lazy(() => import("./member-form").then((module) => ({ default: module.MemberForm })));
