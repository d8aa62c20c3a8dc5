import { nameKey } from "#upstream/text/name-key";

/** Classification and tags that many things get at once; what is not there is left alone. */
export type Sorting = { classificationId?: number | null | undefined; addTags: string[]; removeTags: string[] };

/** Fields of a thing once it is sorted; tags that look the same are the same one. */
export function sortedFields(held: readonly string[], { classificationId, addTags, removeTags }: Sorting) {
  const gone = new Set(removeTags.map(nameKey));
  const kept = held.filter((tag) => !gone.has(nameKey(tag)));
  const keys = new Set(kept.map(nameKey));
  const tags = [...kept, ...addTags.filter((tag) => !keys.has(nameKey(tag)))];
  return { tags, ...(classificationId === undefined ? {} : { classificationId }) };
}
