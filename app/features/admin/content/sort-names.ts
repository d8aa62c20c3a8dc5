/** Fields by which many texts are given another classification or tags. */
export const SORT_FIELDS = ["classificationId", "addTags", "removeTags", "reason"] as const;

/** Texts that their form was sent with; `tried` says what it would do. */
export type Sorting = Record<(typeof SORT_FIELDS)[number] | "tried", string> & { items: string[] };
