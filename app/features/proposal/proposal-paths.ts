import type { ProposalKind } from "#app/contract/proposal";

/** Addresses of suggested changes. */
export const proposalPaths = {
  suggest: (kind: ProposalKind, id: number) => `/write/proposal/${kind}/${id}`,
  one: (id: number) => `/proposal/${id}`,
};
