import type { AppealKind } from "#app/contract/appeal";

/** URLs of appeals as functions; apart from `paths`, which readers load. */
export const appealPaths = {
  /** A decision of staff on something of one's own, and the appeal against it. */
  decision: (kind: AppealKind, id: number) => `/appeal/${kind}/${id}`,
  /** For who is banned, with the ticket of the login that was refused. */
  ban: (ticket?: string) => (ticket ? `/appeal/ban?ticket=${encodeURIComponent(ticket)}` : "/appeal/ban"),
};
