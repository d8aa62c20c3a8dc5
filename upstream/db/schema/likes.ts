export type LikesTable = {
  user_id: number;
  target_kind: "article" | "case" | "comment";
  target_id: number;
  created_at: string;
};
