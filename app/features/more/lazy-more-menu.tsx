import { Suspense } from "react";
import { lazyPart } from "#app/components/ui/lazy-part";
import MoreMenu, { type MoreMenuProps } from "./more-menu";

/** `MoreMenu` as a separate chunk, loaded once the page works; see `LazyEditorForm`. */
const Menu = import.meta.env.SSR ? MoreMenu : lazyPart(() => import("./more-menu"));

/** Menu of further actions on an item: copy its link, share, change, report. */
export function LazyMoreMenu(props: MoreMenuProps) {
  return (
    <Suspense fallback={null}>
      <Menu {...props} />
    </Suspense>
  );
}
