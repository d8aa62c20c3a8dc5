/** Placeholders for pictures that are missing or fail to load. */
export const FALLBACKS = { picture: "/images/picture.svg", avatar: "/images/avatar.svg" } as const;

/** Kind of placeholder. */
export type Fallback = keyof typeof FALLBACKS;

/**
 * Replaces failed pictures of ours (`data-fallback`, see `Img`) and in authors' texts by placeholders; a picture that
 * fails as AVIF is retried as WebP first. Error events of pictures don't bubble, so they are captured; this runs in the
 * head, before any picture can fail.
 */
export function replaceFailedPictures(): void {
  document.addEventListener("error", ({ target }) => target instanceof HTMLImageElement && replace(target), true);
}

function replace(img: HTMLImageElement): void {
  const source = img.previousElementSibling;
  // Removing the element would break hydration.
  if (source?.matches("source[srcset]")) {
    source.removeAttribute("srcset");
    return;
  }
  const { fallback } = img.dataset;
  if (!fallback && !img.closest(".prose")) return;
  const src = FALLBACKS[fallback as Fallback] ?? FALLBACKS.picture;
  if (img.getAttribute("src") === src) return;
  img.removeAttribute("srcset");
  img.src = src;
}
