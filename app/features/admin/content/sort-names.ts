/** Form fields to classify several texts. */
export const SORT_FIELDS = ["classificationId", "addTags", "removeTags", "reason"] as const;

/** Submitted values of the bulk classification; `tried` is the preview's sentence. */
export type Sorting = Record<(typeof SORT_FIELDS)[number] | "tried", string> & { items: string[] };
