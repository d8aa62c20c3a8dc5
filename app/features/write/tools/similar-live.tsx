import { useEffect, useState } from "react";
import type { SimilarQuestion } from "#app/features/write/model/editor-result";
import { SimilarList } from "#app/features/write/model/similar-list";
import { writePaths } from "#app/features/write/model/write-paths";
import { request } from "#app/forms/request";

/** Milliseconds of rest after which similar questions are looked up. */
const REST = 500;

/** Questions similar to the title being typed; text that an input method is still composing is ignored. */
export function SimilarLive({ title }: { title: HTMLTextAreaElement }) {
  const [found, setFound] = useState<readonly SimilarQuestion[]>([]);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let asked = new AbortController();
    let last = "";
    const look = async () => {
      const text = title.value.trim();
      if (text === last) return;
      last = text;
      asked.abort();
      asked = new AbortController();
      const { signal } = asked;
      try {
        setFound(await request<SimilarQuestion[]>(writePaths.similar(text), { signal }));
      } catch {
        // Optional hint: errors are ignored.
      }
    };
    const later = (event: Event) => {
      if (event instanceof InputEvent && event.isComposing) return;
      clearTimeout(timer);
      timer = setTimeout(look, REST);
    };
    title.addEventListener("input", later);
    title.addEventListener("compositionend", later);
    void look();
    return () => {
      clearTimeout(timer);
      asked.abort();
      title.removeEventListener("input", later);
      title.removeEventListener("compositionend", later);
    };
  }, [title]);
  return <div aria-live="polite">{found.length > 0 ? <SimilarList title="相似的问题" questions={found} /> : null}</div>;
}
