/** Whether a list of the console is narrowed by anything. @param search its filters, each empty where it says nothing */
export const isFiltered = (search: Record<string, unknown>): boolean =>
  Object.values(search).some((value) => value !== "");
