type Watching = {
  /** The text was changed. */
  changed: () => void;
  /** The author is leaving the page, perhaps for good. */
  left: () => void;
  /** The author, or the network, is back. */
  back: () => void;
  /** Whether leaving the page would lose what was typed. */
  isUnsaved: () => boolean;
};

/** Calls back on what happens to a form and its author. @returns a function that stops it */
export function watchForm(form: HTMLFormElement, { changed, left, back, isUnsaved }: Watching): () => void {
  const ended = new AbortController();
  const { signal } = ended;
  const onInput = (event: Event) => {
    // Text that an input method is still composing is not written yet.
    if (!(event instanceof InputEvent && event.isComposing)) changed();
  };
  const onVisibility = () => (document.visibilityState === "hidden" ? left() : back());
  form.addEventListener("input", onInput, { signal });
  form.addEventListener("compositionend", changed, { signal });
  document.addEventListener("visibilitychange", onVisibility, { signal });
  window.addEventListener("online", back, { signal });
  const onUnload = (event: Event) => isUnsaved() && event.preventDefault();
  window.addEventListener("beforeunload", onUnload, { signal });
  return () => ended.abort();
}
