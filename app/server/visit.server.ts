/**
 * Destinations (`Sec-Fetch-Dest`) of a person who goes somewhere: a page, its data for our scripts, the frame of the
 * login form.
 */
const VISITED = new Set(["document", "empty", "iframe"]);

/**
 * Whether a person went to this page, so that it may do more than show: not a picture or a style in another page, and
 * nothing that is fetched ahead. Browsers that say nothing of it are believed.
 */
export const isVisit = ({ headers }: Request): boolean => isVisitBy((name) => headers.get(name));

/** Whether a request with these headers is such a visit. @param header gives the header of a name in lower case */
export function isVisitBy(header: (name: string) => string | null | undefined): boolean {
  const purpose = header("sec-purpose") ?? header("purpose") ?? header("x-moz") ?? "";
  return VISITED.has(header("sec-fetch-dest") ?? "empty") && !purpose.includes("prefetch");
}

/** Whether they came from a page of ours or by themselves: no link on another site brought them. */
export function isOwnVisit(request: Request): boolean {
  const from = request.headers.get("sec-fetch-site") ?? "none";
  return isVisit(request) && (from === "same-origin" || from === "none");
}
