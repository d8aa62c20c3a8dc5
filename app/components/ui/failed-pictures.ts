/** Shown in place of a picture that is missing or can't be loaded. */
export const FALLBACKS = { picture: "/images/picture.svg", avatar: "/images/avatar.svg" } as const;

/** Stand-in for a picture that fails. */
export type Fallback = keyof typeof FALLBACKS;

/**
 * Puts a stand-in wherever a picture of ours fails (`data-fallback`, see `Img`) or one in a text of an author; one that fails as
 * AVIF is tried as WebP first. Errors of pictures don't bubble, but they are caught on the way down; this runs in the head, so
 * that none came before it.
 */
export function replaceFailedPictures(): void {
  document.addEventListener("error", ({ target }) => target instanceof HTMLImageElement && replace(target), true);
}

function replace(img: HTMLImageElement): void {
  const source = img.previousElementSibling;
  // Taken out, it would be missed by React.
  if (source?.localName === "source" && source.hasAttribute("srcset")) {
    source.removeAttribute("srcset");
    return;
  }
  const { fallback } = img.dataset;
  if (!fallback && !img.closest(".prose")) return;
  const src = fallback === "avatar" ? FALLBACKS.avatar : FALLBACKS.picture;
  if (img.getAttribute("src") === src) return;
  img.removeAttribute("srcset");
  img.src = src;
}
