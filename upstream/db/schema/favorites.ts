export type FavoritesTable = {
  user_id: number;
  target_kind: "article" | "case";
  target_id: number;
  created_at: string;
};
