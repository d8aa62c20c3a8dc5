import { STATUS_CODES } from "node:http";

/** Status message of a status code, for error pages: HTTP's own name for it, except for 404. */
export const statusNameOf = (status: number): string =>
  status === 404 ? "Page Not Found" : (STATUS_CODES[status] ?? "Internal Server Error");
