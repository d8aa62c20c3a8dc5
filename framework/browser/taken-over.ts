/** Event on the document once React has hydrated the page, except for deferred parts. */
export const TAKEN_OVER = "taken-over";

/** Whether React has hydrated an element or the text it is in. Deferred parts are hydrated later. */
export const isTakenOver = (element: Element): boolean =>
  Object.keys(element.closest(".prose") ?? element).some((name) => name.startsWith("__reactProps"));
