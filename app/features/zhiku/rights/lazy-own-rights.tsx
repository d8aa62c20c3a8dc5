import { type ComponentProps, Suspense } from "react";
import { lazyPart } from "#app/components/ui/lazy-part";
import { OwnRights } from "./own-rights";

/** A member's rights as a separate chunk, which anonymous readers don't need. */
const Own = import.meta.env.SSR
  ? OwnRights
  : lazyPart(() => import("./own-rights").then((module) => ({ default: module.OwnRights })));

/** `OwnRights` as a separate chunk; see `LazyEditorForm`. */
export const LazyOwnRights = (props: ComponentProps<typeof OwnRights>) => (
  <Suspense fallback={null}>
    <Own {...props} />
  </Suspense>
);
