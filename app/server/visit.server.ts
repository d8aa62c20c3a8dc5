/**
 * Destinations (`Sec-Fetch-Dest`) of a person who goes somewhere: a page, its data for our scripts, the frame of the
 * login form.
 */
const VISITED = new Set(["document", "empty", "iframe"]);

/**
 * Whether a person went to this page, so that it may do more than show: not a picture or a style in another page, and
 * nothing that is fetched ahead. Browsers that say nothing of it are believed.
 */
export function isVisit({ headers }: Request): boolean {
  const purpose = headers.get("sec-purpose") ?? headers.get("purpose") ?? headers.get("x-moz") ?? "";
  return VISITED.has(headers.get("sec-fetch-dest") ?? "empty") && !purpose.includes("prefetch");
}

/** Whether they came from a page of ours or by themselves: no link on another site brought them. */
export function isOwnVisit(request: Request): boolean {
  const from = request.headers.get("sec-fetch-site") ?? "none";
  return isVisit(request) && (from === "same-origin" || from === "none");
}
