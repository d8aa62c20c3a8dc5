/** `Sec-Fetch-Dest` of a navigation: a page, its data for our scripts, or the frame of the login form. */
const VISITED = new Set(["document", "empty", "iframe"]);

/**
 * Whether a person navigated to this page, so that its loader may have side effects: not an image or style in another
 * page, nor a prefetch. Browsers that don't send these headers are trusted.
 */
export const isVisit = ({ headers }: Request): boolean => isVisitBy((name) => headers.get(name));

/** Like `isVisit`, for given headers. @param header returns the header of a lower-case name */
export function isVisitBy(header: (name: string) => string | null | undefined): boolean {
  const purpose = header("sec-purpose") ?? header("purpose") ?? header("x-moz") ?? "";
  return VISITED.has(header("sec-fetch-dest") ?? "empty") && !purpose.includes("prefetch");
}

/** Whether the reader came from one of our pages or opened the URL directly, not by a link on another site. */
export function isOwnVisit(request: Request): boolean {
  const from = request.headers.get("sec-fetch-site") ?? "none";
  return isVisit(request) && (from === "same-origin" || from === "none");
}
