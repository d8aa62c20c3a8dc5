/** Which question or article carries which tag; the order key is copied so that lists need no join. */
export type TaggingsTable = {
  tag: string;
  kind: "question" | "article";
  item_id: number;
  created_at: string;
};
