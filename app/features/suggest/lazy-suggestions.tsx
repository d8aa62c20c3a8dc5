import { type RefObject, Suspense, useEffect, useState } from "react";
import { lazyPart } from "#app/components/ui/lazy-part";

const Suggestions = lazyPart(() => import("./suggestions"));

/** Suggestions for a search field, loaded when it gets the focus; a plain field until then, and if that fails. */
export function LazySuggestions({ field }: { field: RefObject<HTMLInputElement> }) {
  const [wanted, setWanted] = useState<HTMLInputElement | null>(null);
  useEffect(() => {
    const { current } = field;
    if (!current) return;
    const begin = () => setWanted(current);
    if (document.activeElement === current) begin();
    current.addEventListener("focus", begin);
    return () => current.removeEventListener("focus", begin);
  }, [field]);
  return wanted ? (
    <Suspense fallback={null}>
      <Suggestions field={wanted} />
    </Suspense>
  ) : null;
}
