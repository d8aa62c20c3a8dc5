import { Suspense } from "react";
import { lazyPart } from "#app/components/ui/lazy-part";
import OwnTools, { type OwnToolsProps } from "./own-tools";

/** `OwnTools` in a file of their own, which browsers load only for authors; see `LazyEditorForm`. */
const Tools = import.meta.env.SSR ? OwnTools : lazyPart(() => import("./own-tools"));

/** Tools of an author for what is their own; nothing for everybody else. */
export function LazyOwnTools({ own }: { own: OwnToolsProps | null }) {
  return own ? (
    <Suspense fallback={null}>
      <Tools {...own} />
    </Suspense>
  ) : null;
}
