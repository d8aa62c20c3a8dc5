import { Suspense } from "react";
import { lazyPart } from "#app/components/ui/lazy-part";
import type { HeldItemData } from "./held-links.server";
import HeldTexts from "./held-texts";

/** `HeldTexts` as a separate chunk, loaded only by authors who have some; see `LazyEditorForm`. */
const Texts = import.meta.env.SSR ? HeldTexts : lazyPart(() => import("./held-texts"));

/** The author's held texts; renders nothing if there are none. */
export function LazyHeldTexts({ held }: { held: readonly HeldItemData[] }) {
  return held.length > 0 ? (
    <Suspense fallback={null}>
      <Texts held={held} />
    </Suspense>
  ) : null;
}
