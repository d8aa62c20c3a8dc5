import { useEffect, useState } from "react";
import { request } from "#app/forms/request";

/** Tag that others use; `synonym` is the other name of it that was typed. */
export type KnownTag = { name: string; total: number; synonym: string | null };

/** Milliseconds of rest after which what is typed is looked up. */
const REST = 250;
const NONE: readonly KnownTag[] = [];

/** Tags that others use with these letters in them, in their pinyin, or in a word for the same. */
export function useKnownTags(typed: string): readonly KnownTag[] {
  const [known, setKnown] = useState<{ typed: string; tags: readonly KnownTag[] }>({ typed: "", tags: NONE });
  useEffect(() => {
    if (typed === "") return;
    const asked = new AbortController();
    const timer = setTimeout(() => {
      request<KnownTag[]>(`/write/tags?q=${encodeURIComponent(typed)}`, { signal: asked.signal })
        .then((tags) => setKnown({ typed, tags }))
        // A hint that nobody misses.
        .catch(() => {});
    }, REST);
    return () => {
      clearTimeout(timer);
      asked.abort();
    };
  }, [typed]);
  return known.typed === typed ? known.tags : NONE;
}
