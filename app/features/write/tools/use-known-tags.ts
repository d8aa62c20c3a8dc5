import { useEffect, useState } from "react";
import { writePaths } from "#app/features/write/model/write-paths";
import { request } from "#app/forms/request";

/** A tag in use; `synonym` is the synonym of it that was typed. */
export type KnownTag = { name: string; total: number; synonym: string | null };

/** Milliseconds of rest after which the input is looked up. */
const REST = 250;
const NONE: readonly KnownTag[] = [];

/** Tags in use that match the typed text in their name, their pinyin or a synonym. */
export function useKnownTags(typed: string): readonly KnownTag[] {
  const [known, setKnown] = useState<{ typed: string; tags: readonly KnownTag[] }>({ typed: "", tags: NONE });
  useEffect(() => {
    if (typed === "") return;
    const asked = new AbortController();
    const timer = setTimeout(() => {
      request<KnownTag[]>(writePaths.tags(typed), { signal: asked.signal })
        .then((tags) => setKnown({ typed, tags }))
        // Optional hint: errors are ignored.
        .catch(() => {});
    }, REST);
    return () => {
      clearTimeout(timer);
      asked.abort();
    };
  }, [typed]);
  return known.typed === typed ? known.tags : NONE;
}
