/** Whether a list has any active filter. @param search its filters, empty ones inactive */
export const isFiltered = (search: Record<string, unknown>): boolean =>
  Object.values(search).some((value) => value !== "");
