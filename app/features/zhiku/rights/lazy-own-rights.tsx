import { type ComponentProps, lazy, Suspense } from "react";
import { OwnRights } from "./own-rights";

/** Rights that a member has, in a file of its own: visitors who look at prices need none of it. */
const Own = import.meta.env.SSR
  ? OwnRights
  : lazy(() => import("./own-rights").then((module) => ({ default: module.OwnRights })));

/** `OwnRights` in a file of its own; see `LazyEditorForm`. */
export const LazyOwnRights = (props: ComponentProps<typeof OwnRights>) => (
  <Suspense fallback={null}>
    <Own {...props} />
  </Suspense>
);
