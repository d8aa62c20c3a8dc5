import type { KindWith } from "#app/contract/kinds";

export type LikesTable = {
  user_id: number;
  target_kind: KindWith<"likable">;
  target_id: number;
  created_at: string;
};
