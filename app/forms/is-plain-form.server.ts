/** Whether the browser itself submitted a form, so that the response is shown as a page. */
export function isPlainForm(request: Request): boolean {
  const mode = request.headers.get("sec-fetch-mode");
  return mode === null ? /text\/html/.test(request.headers.get("accept") ?? "") : mode === "navigate";
}
