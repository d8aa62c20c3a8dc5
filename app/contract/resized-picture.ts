/** Whether we make a picture over ourselves: then AVIF, of fewer bytes, costs no more than WebP. Buckets take money for it. */
export const isMadeHere = (url: string): boolean => url.startsWith("/oss/");

/** Address of a picture at most `width` px wide. Only of an object of the store. */
export function resized(url: string, width: number, format: "webp" | "avif" = "webp"): string {
  return `${url}${url.includes("?") ? "&" : "?"}x-oss-process=image/resize,w_${width}/format,${format}`;
}
