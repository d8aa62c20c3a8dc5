/** Told by the document once React has the page, apart from what comes later. */
export const TAKEN_OVER = "taken-over";

/** Whether React has an element, or the text that it stands in; what lies in a part that comes later it has later. */
export const isTakenOver = (element: Element): boolean =>
  Object.keys(element.closest(".prose") ?? element).some((name) => name.startsWith("__reactProps"));
