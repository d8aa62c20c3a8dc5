import { type ComponentProps, Suspense } from "react";
import { lazyPart } from "#app/components/ui/lazy-part";
import { OwnRights } from "./own-rights";

/** Rights that a member has, in a file of its own: visitors who look at prices need none of it. */
const Own = import.meta.env.SSR
  ? OwnRights
  : lazyPart(() => import("./own-rights").then((module) => ({ default: module.OwnRights })));

/** `OwnRights` in a file of its own; see `LazyEditorForm`. */
export const LazyOwnRights = (props: ComponentProps<typeof OwnRights>) => (
  <Suspense fallback={null}>
    <Own {...props} />
  </Suspense>
);
