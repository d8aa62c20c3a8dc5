import type { KindWith } from "#app/contract/kinds";

/** 收藏: texts that members keep. */
export type FavoritesTable = {
  user_id: number;
  target_kind: KindWith<"favoritable">;
  target_id: number;
  created_at: string;
};
