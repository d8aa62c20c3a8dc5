/** Whether a form was sent by the browser itself, which shows what comes back as a page. */
export function isPlainForm(request: Request): boolean {
  const mode = request.headers.get("sec-fetch-mode");
  return mode === null ? /text\/html/.test(request.headers.get("accept") ?? "") : mode === "navigate";
}
