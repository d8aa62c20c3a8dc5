import { Suspense } from "react";
import { lazyPart } from "#app/components/ui/lazy-part";
import MoreMenu, { type MoreMenuProps } from "./more-menu";

/** `MoreMenu` in a file of its own, which browsers load once the page works; see `LazyEditorForm`. */
const Menu = import.meta.env.SSR ? MoreMenu : lazyPart(() => import("./more-menu"));

/** Menu of what else can be done with something: its link, sharing, changing or reporting it. */
export function LazyMoreMenu(props: MoreMenuProps) {
  return (
    <Suspense fallback={null}>
      <Menu {...props} />
    </Suspense>
  );
}
