import { nameKey } from "#upstream/text/name-key";

/** Classification and tags to apply in bulk; omitted ones are unchanged. */
export type Sorting = { classificationId?: number | null | undefined; addTags: string[]; removeTags: string[] };

/** Fields of an item after bulk classification; tags that look the same are equal. */
export function sortedFields(held: readonly string[], { classificationId, addTags, removeTags }: Sorting) {
  const gone = new Set(removeTags.map(nameKey));
  const kept = held.filter((tag) => !gone.has(nameKey(tag)));
  const keys = new Set(kept.map(nameKey));
  const tags = [...kept, ...addTags.filter((tag) => !keys.has(nameKey(tag)))];
  return { tags, ...(classificationId === undefined ? {} : { classificationId }) };
}
