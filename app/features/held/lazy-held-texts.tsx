import { Suspense } from "react";
import { lazyPart } from "#app/components/ui/lazy-part";
import type { HeldItemData } from "./held-links.server";
import HeldTexts from "./held-texts";

/** `HeldTexts` in a file of their own, which browsers load only for authors who have some; see `LazyEditorForm`. */
const Texts = import.meta.env.SSR ? HeldTexts : lazyPart(() => import("./held-texts"));

/** Texts of an author's own list that only they can see yet; nothing where there is none. */
export function LazyHeldTexts({ held }: { held: readonly HeldItemData[] }) {
  return held.length > 0 ? (
    <Suspense fallback={null}>
      <Texts held={held} />
    </Suspense>
  ) : null;
}
