import { type RefObject, Suspense, useEffect, useState } from "react";
import { lazyPart } from "#app/components/ui/lazy-part";

const Suggestions = lazyPart(() => import("./suggestions"));

/** Suggestions under a field for searches, fetched once somebody is in it; a plain field until then, and where that fails. */
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
