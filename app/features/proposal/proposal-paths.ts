import type { ProposalKind } from "#app/contract/writing/proposal";

/** URLs of proposals. */
export const proposalPaths = {
  suggest: (kind: ProposalKind, id: number) => `/write/proposal/${kind}/${id}`,
  one: (id: number) => `/proposal/${id}`,
};
