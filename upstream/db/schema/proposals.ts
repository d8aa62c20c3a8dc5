import type { Generated } from "kysely";
import type { WrittenKind } from "#app/contract/writing/editor-fields";
import type { ProposalState } from "#app/contract/writing/proposal";

/** 修改建议: changes of texts proposed by readers; the author takes or declines them. */
export type ProposalsTable = {
  id: Generated<number>;
  kind: WrittenKind;
  item_id: number;
  /** Reader who proposed it. */
  user_id: number;
  /** JSON of the original text, and of the proposed one. */
  words_before: string;
  words_after: string;
  reason: string;
  state: Generated<ProposalState>;
  /** The author's comment. */
  answer: Generated<string>;
  created_at: string;
  decided_at: string | null;
};
