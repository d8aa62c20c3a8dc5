import type { KindWith } from "#app/contract/kinds";

/** 点赞: likes of texts and comments. */
export type LikesTable = {
  user_id: number;
  target_kind: KindWith<"likable">;
  target_id: number;
  created_at: string;
};
