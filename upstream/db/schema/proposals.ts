import type { Generated } from "kysely";
import type { WrittenKind } from "#app/contract/editor-fields";
import type { ProposalState } from "#app/contract/proposal";

/** 修改建议: a change of a text that a reader suggests; its author takes or declines it. */
export type ProposalsTable = {
  id: Generated<number>;
  kind: WrittenKind;
  item_id: number;
  /** Reader who suggests it. */
  user_id: number;
  /** JSON of the words that it begins from, and of those that it makes of them. */
  words_before: string;
  words_after: string;
  reason: string;
  state: Generated<ProposalState>;
  /** Author's words on it. */
  answer: Generated<string>;
  created_at: string;
  decided_at: string | null;
};
