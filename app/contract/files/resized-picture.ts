/**
 * Whether we resize a picture ourselves: then AVIF, which is smaller, costs no more than WebP. Bucket providers charge
 * for it.
 */
export const isMadeHere = (url: string): boolean => url.startsWith("/oss/");

/** URL of a picture resized to at most `width` px. Only for pictures in the object store. */
export function resized(url: string, width: number, format: "webp" | "avif" = "webp"): string {
  return `${url}${url.includes("?") ? "&" : "?"}x-oss-process=image/resize,w_${width}/format,${format}`;
}
