import type { AppealKind } from "#app/contract/moderation/appeal";

/** URLs of appeals; separate from `paths`, which readers load. */
export const appealPaths = {
  /** A staff decision on one's own text or account, and the appeal against it. */
  decision: (kind: AppealKind, id: number) => `/appeal/${kind}/${id}`,
  /** Form for banned members, with the ticket of the refused login. */
  ban: (ticket?: string) => (ticket ? `/appeal/ban?ticket=${encodeURIComponent(ticket)}` : "/appeal/ban"),
};
