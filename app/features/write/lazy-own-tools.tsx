import { Suspense } from "react";
import { lazyPart } from "#app/components/ui/lazy-part";
import OwnTools, { type OwnToolsProps } from "./own-tools";

/** `OwnTools` as a separate chunk that only authors load; see `LazyEditorForm`. */
const Tools = import.meta.env.SSR ? OwnTools : lazyPart(() => import("./own-tools"));

/** An author's tools for their own text; renders nothing for everybody else. */
export function LazyOwnTools({ own }: { own: OwnToolsProps | null }) {
  return own ? (
    <Suspense fallback={null}>
      <Tools {...own} />
    </Suspense>
  ) : null;
}
